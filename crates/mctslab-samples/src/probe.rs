//! One search of one position: its cost, its choice, the choices of all final rules, and whether
//! these are right; and the same with other budgets.

use std::time::Instant;

use mctslab_arena::Plan;
use mctslab_core::rng::mix;
use mctslab_core::spec::{Spec, Value};
use mctslab_core::{Agent, Budget, Game, Rng};
use serde::{Deserialize, Serialize};

use crate::final_rules::choices;
use crate::check::{at_most, count, hold, not_negative, payoffs};
use crate::measure::written;
use crate::positions::{MOST_POSITIONS, all_positions, random_position};
use crate::tactics::{Solution, Solver, needed_blocks, reaches};
use crate::{Measure, SampleError, SampleFacts, SampleTable, Sampler, Wrong};

/// Searches by the first agent of the plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probe {
    /// The number of random plies from the start to the positions.
    pub after: u32,
    /// Whether to take every position after this many plies, in place of random ones.
    pub enumerate: bool,
    /// Given positions, in place of random ones.
    pub from: Vec<String>,
    /// Further budgets of iterations to search with, in ascending order.
    pub budgets: Vec<u64>,
    /// The number of repetitions of the search for its time.
    pub repeat: u32,
    /// The greatest number of nodes to solve a position.
    pub limit: u64,
}

/// A search of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProbeSample {
    /// The position.
    pub position: String,
    /// The number of finished positions that were drawn before it.
    pub redrawn: u64,
    /// The number of legal moves.
    pub moves: u64,
    /// The exact value of the position, if it was solved.
    pub solved: Option<Solved>,
    /// Moves that prevent an immediate win of the next player, where some do and some do not.
    pub blocks: Option<Vec<String>>,
    /// The search by the agent with its own budget.
    pub search: Search,
    /// The choice of every final rule after it, by name.
    pub rules: Vec<RuleChoice>,
    /// The searches with other budgets.
    pub budgets: Vec<Search>,
    /// The times, which depend on the machine.
    pub timing: ProbeTiming,
}

/// The exact value of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Solved {
    /// The payoff to the player to move, if all play best.
    pub value: f64,
    /// The moves that keep that value.
    pub best: Vec<String>,
    /// The number of positions examined for it.
    pub nodes: u64,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Search {
    /// The size of the search, in its own unit.
    pub iterations: u64,
    /// The budget in place of the agent's own, if there is one.
    pub budget: Option<u64>,
    /// The move that it chose.
    pub choice: String,
    /// Whether that is a best move; `None` where the position was not solved or all moves are best.
    pub best: Option<bool>,
    /// Whether that is a block; `None` where none is needed.
    pub block: Option<bool>,
    /// Whether the expected line of play ends the game with the value of the position; `None` where
    /// that is not known.
    pub line: Option<bool>,
}

/// The choice of a final rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RuleChoice {
    /// The rule.
    pub rule: String,
    /// The move.
    pub choice: String,
    /// Whether it is a best move, as in [`Search::best`].
    pub best: Option<bool>,
    /// Whether it is a block, as in [`Search::block`].
    pub block: Option<bool>,
}

/// The times of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProbeTiming {
    /// The least time of all repetitions, in seconds.
    pub seconds: f64,
}

impl Measure for Probe {
    type Sample = ProbeSample;

    fn check(&self, sample: &ProbeSample, _: &SampleFacts) -> Result<(), Wrong> {
        count("positions before it", sample.redrawn)?;
        at_most("legal moves", sample.moves, u32::MAX.into())?;
        if let Some(solved) = &sample.solved {
            payoffs("a value", [&solved.value])?;
            count("nodes", solved.nodes)?;
        }
        let budgets: Vec<Option<u64>> = sample.budgets.iter().map(|search| search.budget).collect();
        hold(budgets.iter().copied().eq(self.budgets.iter().copied().map(Some)), || {
            format!("searches with the budgets {budgets:?}, expected {:?}", self.budgets)
        })?;
        for search in sample.budgets.iter().chain([&sample.search]) {
            count("iterations", search.iterations)?;
        }
        not_negative("seconds", [&sample.timing.seconds])
    }

    /// Every position once; given positions can be searched any number of times, with other random
    /// choices.
    fn available<G: Game>(&self, game: &G, _: &Plan) -> Result<Option<u64>, SampleError> {
        Ok(self.positions(game)?.map(|positions| positions.len() as u64))
    }

    fn sampler<G: Game>(&self, table: SampleTable<G>) -> Result<Box<dyn Sampler>, SampleError> {
        let game = &*table.game;
        let positions = self.positions(game)?;
        let build = |(&iterations, spec): (&u64, String)| Ok((iterations, (table.build)(&spec)?));
        let specs = self.specs(&table.plan)?;
        let agents = self.budgets.iter().zip(specs).map(build).collect::<Result<Vec<_>, SampleError>>()?;
        let (agent, solver) = (table.agent(0)?, Solver::new(game, self.limit));
        Ok(Box::new(ProbeSampler {
            positions,
            agent,
            agents,
            solver,
            repeat: self.repeat.max(1),
            after: self.after,
            table,
        }))
    }
}

impl Probe {
    /// The positions, if they are not drawn.
    fn positions<G: Game>(&self, game: &G) -> Result<Option<Vec<G::State>>, SampleError> {
        if !self.from.is_empty() {
            return self.from.iter().map(|text| read(game, text)).collect::<Result<_, _>>().map(Some);
        }
        self.enumerate.then(|| all_positions(game, self.after, MOST_POSITIONS)).transpose()
    }

    /// The first agent of the plan with each of the other budgets.
    pub fn specs(&self, plan: &Plan) -> Result<Vec<String>, SampleError> {
        let agent = plan.agents.first().map_or("", String::as_str);
        self.budgets.iter().map(|&iterations| with_iterations(agent, iterations)).collect()
    }
}

/// An unfinished position.
fn read<G: Game>(game: &G, text: &str) -> Result<G::State, SampleError> {
    let state = game.parse_state(text).map_err(|error| SampleError::Request(format!("`{text}`: {error}")))?;
    match game.turn(&state) {
        Some(_) => Ok(state),
        None => Err(SampleError::Request(format!("`{text}`: the game is over there, and nothing is left to search"))),
    }
}

/// The spec of an agent with another number of iterations.
fn with_iterations(agent: &str, iterations: u64) -> Result<String, SampleError> {
    let mut spec = Spec::parse(agent)?;
    let Some(arg) = spec.args.iter_mut().find(|arg| arg.key == "iters") else {
        return Err(SampleError::Request(format!(
            "`{agent}` has no iterations that the budgets could replace: take an agent with `iters`, such as `uct`, or leave the \
             budgets out"
        )));
    };
    arg.value = Value::Number(iterations.to_string());
    Ok(spec.to_string())
}

struct ProbeSampler<G: Game> {
    table: SampleTable<G>,
    after: u32,
    repeat: u32,
    /// The positions, if they are not drawn.
    positions: Option<Vec<G::State>>,
    agent: Box<dyn Agent<G>>,
    /// The same agent with other budgets.
    agents: Vec<(u64, Box<dyn Agent<G>>)>,
    solver: Solver<G>,
}

/// The right answers in a position.
struct AnswerKey<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    solution: Option<Solution<G::Move>>,
    blocks: Option<Vec<G::Move>>,
    moves: usize,
}

impl<G: Game> AnswerKey<'_, G> {
    /// Whether the move is a best one; `None` where that is not known or all are.
    fn best(&self, mv: G::Move) -> Option<bool> {
        let solution = self.solution.as_ref().filter(|solution| solution.best.len() < self.moves)?;
        Some(solution.best.contains(&mv))
    }

    fn block(&self, mv: G::Move) -> Option<bool> {
        Some(self.blocks.as_ref()?.contains(&mv))
    }

    fn text(&self, mv: G::Move) -> String {
        self.game.move_text(self.state, mv)
    }

    /// The findings of a search by an agent, with judgements.
    fn judge(&self, agent: &dyn Agent<G>, mv: G::Move, budget: Option<u64>) -> Search {
        let thoughts = agent.thoughts(self.game);
        let value = self.solution.as_ref().map(|solution| solution.value);
        Search {
            iterations: thoughts.iterations,
            budget,
            choice: self.text(mv),
            best: self.best(mv),
            block: self.block(mv),
            line: value.map(|value| reaches(self.game, self.state, &thoughts.line, value)),
        }
    }
}

impl<G: Game> Sampler for ProbeSampler<G> {
    fn sample(&mut self, number: u64) -> Result<String, SampleError> {
        let (game, seed) = (&*self.table.game, self.table.seed(number));
        let (state, redrawn) = if let Some(positions) = &self.positions {
            (positions[(number % positions.len() as u64) as usize].clone(), 0)
        } else {
            let draw = random_position(game, self.after, &mut Rng::new(mix(&[seed, 0])), |_| true)?;
            (draw.state, draw.redrawn)
        };
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let solution = self.solver.solve(game, &state);
        let key = AnswerKey { game, state: &state, solution, blocks: needed_blocks(game, &state), moves: moves.len() };
        let mut seconds = f64::INFINITY;
        let mut chosen = moves[0];
        for _ in 0..self.repeat {
            self.agent.new_game(mix(&[seed, 1]));
            self.agent.get_ready(game)?;
            let begin = Instant::now();
            chosen = self.agent.choose(game, &state, &mut Budget::default())?;
            seconds = seconds.min(begin.elapsed().as_secs_f64());
        }
        let search = key.judge(&*self.agent, chosen, None);
        let rules = choices(&self.agent.thoughts(game), mix(&[seed, 2])).into_iter().map(|(rule, mv)| RuleChoice {
            rule: rule.to_string(),
            choice: key.text(mv),
            best: key.best(mv),
            block: key.block(mv),
        });
        let rules = rules.collect();
        let mut budgets = Vec::new();
        for (iterations, agent) in &mut self.agents {
            agent.new_game(mix(&[seed, 1]));
            let mv = agent.choose(game, &state, &mut Budget::default())?;
            budgets.push(key.judge(&**agent, mv, Some(*iterations)));
        }
        let texts = |moves: &[G::Move]| moves.iter().map(|&mv| key.text(mv)).collect::<Vec<String>>();
        let solved = key.solution.as_ref().map(|solution| Solved {
            value: solution.value,
            best: texts(&solution.best),
            nodes: solution.nodes,
        });
        Ok(written(&ProbeSample {
            position: game.state_text(&state),
            redrawn,
            moves: moves.len() as u64,
            solved,
            blocks: key.blocks.as_deref().map(texts),
            search,
            rules,
            budgets,
            timing: ProbeTiming { seconds },
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mctslab_arena::{Openings, Plan};
    use mctslab_core::Visit;
    use mctslab_search::PartCatalog;

    use super::*;

    /// Takes some samples and removes their times.
    struct TakeProbes<'a> {
        agent: &'a str,
        measure: Probe,
        numbers: std::ops::Range<u64>,
    }

    impl Visit for TakeProbes<'_> {
        type Output = Result<Vec<ProbeSample>, SampleError>;
        fn visit<G: Game>(self, game: G) -> Self::Output {
            let parts = PartCatalog::standard();
            let agent = mctslab_search::resolve_agent(&game, self.agent, &parts)?.to_string();
            let plan = Plan {
                study: String::new(),
                game: String::new(),
                agents: vec![agent.clone()],
                names: vec![agent],
                openings: Openings::none(),
                clock: None,
                adjudicate: None,
                resign: None,
                seed: 3,
                version: String::new(),
            };
            let game = Arc::new(game);
            let of = Arc::clone(&game);
            let make = move |spec: &str| parts.agent(&*of, spec);
            let mut sampler =
                self.measure.sampler(SampleTable { game, plan: Arc::new(plan), build: Arc::new(make) })?;
            let mut take = |number| {
                let sample: ProbeSample = serde_json::from_str(&sampler.sample(number)?).expect("a sample");
                Ok(ProbeSample { timing: ProbeTiming::default(), ..sample })
            };
            self.numbers.map(&mut take).collect()
        }
    }

    fn probe() -> Probe {
        Probe { after: 0, enumerate: false, from: Vec::new(), budgets: Vec::new(), repeat: 1, limit: 100_000 }
    }

    /// Samples of a game.
    fn taken(
        game: &str,
        agent: &str,
        measure: Probe,
        numbers: std::ops::Range<u64>,
    ) -> Result<Vec<ProbeSample>, SampleError> {
        TakeProbes { agent, measure, numbers }.visit(crate::testing::game(game))
    }

    #[test]
    fn a_threat_is_blocked_by_many_iterations_and_not_by_one() {
        let from = vec!["xx1/1o1/3 o".to_string()];
        let measure = Probe { from, budgets: vec![1, 2000], ..probe() };
        let samples =
            taken("tic-tac-toe", "uct(iters=3000,solve=false)", measure, 0..20).expect("samples");
        let sample = &samples[0];
        assert_eq!(sample.blocks.as_deref(), Some(&["c3".to_string()][..]));
        assert_eq!(
            sample.solved.as_ref().map(|solved| (solved.value, &solved.best)),
            Some((0.5, &vec!["c3".to_string()]))
        );
        assert!(samples.iter().all(|sample| sample.search.choice == "c3" && sample.search.best == Some(true)));
        assert!(
            samples.iter().all(|sample| sample.rules.iter().any(|rule| rule.rule == "visits" && rule.choice == "c3"))
        );
        let blocked = |place: usize| samples.iter().filter(|sample| sample.budgets[place].block == Some(true)).count();
        assert!(blocked(0) < 15 && blocked(1) == 20, "{} {}", blocked(0), blocked(1));
        assert_eq!((sample.budgets[1].budget, sample.budgets[1].iterations), (Some(2000), 2000));
    }

    #[test]
    fn the_line_of_a_chain_is_proven_by_enough_iterations() {
        let measure = Probe { budgets: vec![1, 2000], ..probe() };
        let samples = taken("chain(depth=2)", "uct(iters=100)", measure, 0..4).expect("samples");
        for sample in &samples {
            assert_eq!(sample.solved.as_ref().map(|solved| solved.value), Some(1.0));
            assert_eq!((sample.budgets[0].line, sample.budgets[1].line), (Some(false), Some(true)), "{sample:?}");
        }
    }

    #[test]
    fn a_sample_depends_on_its_number_alone_and_positions_can_be_enumerated() {
        let measure = Probe { after: 3, budgets: vec![10], ..probe() };
        let all = taken("tic-tac-toe", "uct(iters=50)", measure.clone(), 0..6).expect("samples");
        assert_eq!(taken("tic-tac-toe", "uct(iters=50)", measure, 4..6).expect("samples"), all[4..]);
        assert!(all[0].position != all[1].position || all[1].position != all[2].position);
        let every = Probe { after: 1, enumerate: true, ..probe() };
        let every = taken("tic-tac-toe", "uct(iters=50)", every, 0..9).expect("samples");
        let mut positions: Vec<&str> = every.iter().map(|sample| sample.position.as_str()).collect();
        positions.sort_unstable();
        positions.dedup();
        assert_eq!(positions.len(), 9);
    }

    #[test]
    fn three_players_and_agents_without_iterations_have_what_they_can() {
        let samples =
            taken("tic-tac-mo", "uct(iters=50)", Probe { after: 4, ..probe() }, 0..3).expect("samples");
        assert!(samples.iter().all(|sample| sample.solved.is_none() && sample.search.best.is_none()));
        assert!(samples.iter().all(|sample| !sample.rules.is_empty() && sample.search.iterations == 50));
        let first = "tic-tac-mo(places=first)";
        let samples = taken(first, "uct(iters=50)", Probe { after: 6, ..probe() }, 0..30).expect("samples");
        assert!(samples.iter().any(|sample| sample.search.block.is_some()), "a win ends the game");
        let samples = taken("tic-tac-toe", "alphabeta(depth=9)", Probe { after: 4, ..probe() }, 0..3)
            .expect("samples");
        assert!(samples.iter().all(|sample| sample.rules.is_empty() && sample.search.best != Some(false)));
        let refused = taken("tic-tac-toe", "random", Probe { budgets: vec![10], ..probe() }, 0..1)
            .expect_err("no iterations");
        assert!(refused.to_string().contains("has no iterations"), "{refused}");
        let over = Probe { from: vec!["xxx/oo1/3 o".to_string()], ..probe() };
        let refused = taken("tic-tac-toe", "random", over, 0..1).expect_err("it is over");
        assert!(refused.to_string().contains("the game is over there"), "{refused}");
    }
}
