//! A game between a person and agents, as a conversation: what is typed goes in, what is to be
//! printed comes out.
//!
//! Who holds the conversation reads lines, prints answers and decides how long an agent may think;
//! nothing here waits for a person.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;

use mctslab_core::Player;
use mctslab_core::rng::mix;
use mctslab_core::view::Cell;
use mctslab_page::{BOLD, DIM, colour, draw};
use mctslab_registry::{AnyAgent, AnyGame, AnyState, RegistryError, SearchBudget, SearchReport};

use crate::best::best_agent;
use crate::searches::thoughts;

/// Moves that a hint and a thought list.
const SHOWN: usize = 10;

/// One game between a person and agents; agent number `n` sits in seat `n`, and the one in the
/// person's seat gives hints.
pub struct Conversation {
    /// Every position so far.
    line: Vec<Arc<dyn AnyState>>,
    agents: Vec<Box<dyn AnyAgent>>,
    seat: usize,
    /// The stones of each seat, where they are known.
    stones: Vec<Option<Stones>>,
    /// What the machine thought at its last move.
    last: Option<SearchReport>,
}

/// What the person's line led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The position is another one.
    Moved,
    /// The same position again, and something to be printed.
    Said(String),
    /// The person asks what can be typed: [`Conversation::WORDS`].
    Help,
    /// The end of the conversation, with a last word.
    Left(String),
}

impl Conversation {
    /// What can be typed.
    pub const WORDS: &str = "\
type a move, or
  hint      show what the machine would play in your place, and why
  thoughts  show what the machine thought of its last move
  moves     list all legal moves
  undo      take back your last move
  position  print the position as text
  resign    give up the game
  quit      leave the program
";

    /// A game from a position, or from the start, with the person in a seat, and the agent in all
    /// others. Hints come from the best agent that is known for the game.
    pub fn new(
        game: &dyn AnyGame,
        position: Option<&str>,
        seat: usize,
        against: &str,
        seed: u64,
    ) -> Result<Conversation, RegistryError> {
        let (players, name) = (game.players(), game.catalog().short_game(game.spec()));
        if seat >= players {
            let message = format!("seat {seat} is not a seat of `{name}`: give 0 to {}", players - 1);
            return Err(RegistryError::Request(message));
        }
        let start = game.state(position)?;
        let stones = stones_of(&start);
        let make = |player: usize| {
            let spec = if player == seat { &best_agent(game) } else { against };
            let mut agent = game.make_agent(spec)?;
            agent.new_game(mix(&[seed, player as u64]));
            Ok(agent)
        };
        let agents = (0..players).map(make).collect::<Result<_, RegistryError>>()?;
        Ok(Conversation { line: vec![start], agents, seat, stones, last: None })
    }

    fn state(&self) -> &Arc<dyn AnyState> {
        self.line.last().expect("the start is never taken back")
    }

    fn play(&mut self, text: &str) -> Result<(), RegistryError> {
        let next = self.state().play(text)?;
        self.line.push(next);
        Ok(())
    }

    /// What the agent in a seat would play here within the budget, and why.
    fn ask(&mut self, seat: usize, budget: SearchBudget<'_>) -> Result<SearchReport, RegistryError> {
        let state = Arc::clone(self.state());
        let agent = &mut self.agents[seat];
        agent.see_line(&self.line);
        Ok(agent.choose(&state, budget)?)
    }

    /// Which stones the person has, and who begins: `you play x and move first`.
    pub fn role(&self) -> String {
        const PLACES: [&str; 4] = ["first", "second", "third", "fourth"];
        let players = self.stones.len();
        let later = self.turn().map_or(0, |turn| (self.seat + players - turn) % players);
        let place = PLACES.get(later).copied().unwrap_or("later");
        match (self.stones[self.seat].as_ref().map(Stones::words), players) {
            (_, 1) => "you play alone".to_string(),
            (Some(stones), _) => format!("you play {stones} and move {place}"),
            (None, _) => format!("you move {place}"),
        }
    }

    /// What a seat is called: its stones, or its number.
    fn called(&self, seat: usize) -> String {
        match &self.stones[seat] {
            Some(Stones::Same(text)) => text.clone(),
            _ => format!("player {seat}"),
        }
    }

    /// A seed for today, short enough to be typed again.
    pub fn fresh_seed() -> u64 {
        // The keys of a new hash table are random, which is all the chance that is needed here.
        RandomState::new().build_hasher().finish() % 1_000_000
    }

    /// The seat to move; `None` when the game is over.
    pub fn turn(&self) -> Option<usize> {
        self.state().turn()
    }

    /// The board.
    pub fn board(&self) -> String {
        format!("{}\n", draw(&self.state().view()))
    }

    /// Asks the person for a move.
    pub fn prompt(&self) -> String {
        let style = colour(Player::new(self.seat));
        format!("{style}your move{style:#}> ")
    }

    /// Lets the agent in the seat to move play what it finds within the budget.
    pub fn machine_moves(&mut self, seat: usize, budget: SearchBudget<'_>) -> Result<String, RegistryError> {
        let report = self.ask(seat, budget)?;
        self.play(&report.best)?;
        let value = report.moves.iter().find(|mv| mv.text == report.best).and_then(|mv| mv.value);
        let sure = value.map_or(String::new(), |value| match self.stones.len() {
            2 => format!(" {DIM}(rates its chances at {:.0} %){DIM:#}", 100.0 * value),
            _ => format!(" {DIM}(expects {value:.2}){DIM:#}"),
        });
        let (style, name) = (colour(Player::new(seat)), self.called(seat));
        let text = format!("{style}{name}{style:#} plays {BOLD}{}{BOLD:#}{sure}\n\n", report.best);
        self.last = Some(report);
        Ok(text)
    }

    /// Does what the person typed; a hint is searched for within the budget.
    pub fn answer(&mut self, line: &str, budget: SearchBudget<'_>) -> Result<Answer, RegistryError> {
        let text = line.trim();
        Ok(Answer::Said(match text.to_ascii_lowercase().as_str() {
            "" => String::new(),
            "help" | "?" => return Ok(Answer::Help),
            "hint" => match self.ask(self.seat, budget) {
                Ok(report) => thoughts(&report, SHOWN),
                Err(error) => format!("No hint: {error}\n"),
            },
            "thoughts" => self
                .last
                .as_ref()
                .map_or("The machine has not moved yet.\n".to_string(), |report| thoughts(report, SHOWN)),
            "moves" => format!("{}\n", self.state().moves().join(" ")),
            "position" => format!("{}\n", self.state().text()),
            "undo" => return Ok(self.undo()),
            "resign" => return Ok(Answer::Left("You resign. Well fought.\n".to_string())),
            "quit" | "exit" => return Ok(Answer::Left(String::new())),
            _ => match self.play(text) {
                Ok(()) => return Ok(Answer::Moved),
                Err(error) => format!("{error}\n(`help` lists what else you can type)\n"),
            },
        }))
    }

    /// Takes moves back until the person is to move again; if that was never so, nothing is taken
    /// back.
    fn undo(&mut self) -> Answer {
        let earlier = &self.line[..self.line.len() - 1];
        let Some(place) = earlier.iter().rposition(|state| state.turn() == Some(self.seat)) else {
            return Answer::Said("There is nothing to take back.\n".to_string());
        };
        self.line.truncate(place + 1);
        self.last = None;
        Answer::Moved
    }

    /// What came of the game for the person, once it is over.
    pub fn result(&self) -> String {
        let verdict = self.state().payoffs().map_or(String::new(), |payoffs| verdict(&payoffs, self.seat));
        let moves: Vec<&str> = self.line.iter().filter_map(|state| state.last_move()).collect();
        format!("{BOLD}{verdict}{BOLD:#} {DIM}moves: {}{DIM:#}\n", moves.join(" "))
    }
}

/// How a person knows the stones of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stones {
    /// All are drawn alike.
    Same(String),
    /// Pieces of several kinds.
    Capitals,
    SmallLetters,
}

impl Stones {
    fn of(player: usize, texts: &BTreeSet<String>) -> Option<Stones> {
        let all = |is: fn(&char) -> bool| texts.iter().flat_map(|text| text.chars()).all(|letter| is(&letter));
        match (texts.len(), texts.first()) {
            (0, _) | (_, None) => None,
            // Numbers of seeds do not say whose they are; the board names players by their stones.
            _ if all(char::is_ascii_digit) => Some(Stones::Same(Cell::stone(Player::new(player)).text)),
            (1, Some(text)) => Some(Stones::Same(text.clone())),
            _ if all(char::is_ascii_uppercase) => Some(Stones::Capitals),
            _ if all(char::is_ascii_lowercase) => Some(Stones::SmallLetters),
            _ => None,
        }
    }

    fn words(&self) -> &str {
        match self {
            Stones::Same(text) => text,
            Stones::Capitals => "the capital letters",
            Stones::SmallLetters => "the small letters",
        }
    }
}

/// The stones of all seats: those on the board, or those that the first moves put there.
fn stones_of(start: &Arc<dyn AnyState>) -> Vec<Option<Stones>> {
    let mut texts = vec![BTreeSet::new(); start.players()];
    let mut state = Arc::clone(start);
    for _ in 0..=start.players() {
        for cell in state.view().rows.iter().flat_map(|row| &row.cells) {
            if let Some(owner) = cell.owner.filter(|_| !cell.text.is_empty()) {
                texts[owner.index()].insert(cell.text.clone());
            }
        }
        let known = texts.iter().all(|texts| !texts.is_empty());
        let Some(next) = state.successors().into_iter().next().filter(|_| !known) else { break };
        state = next;
    }
    texts.iter().enumerate().map(|(player, texts)| Stones::of(player, texts)).collect()
}

/// What payoffs mean to the person in a seat.
fn verdict(payoffs: &[f64], seat: usize) -> String {
    let mine = payoffs[seat];
    let better = payoffs.iter().filter(|&&payoff| payoff > mine).count();
    let equal = payoffs.iter().filter(|&&payoff| payoff == mine).count() > 1;
    match (payoffs.len(), better, equal) {
        (1, ..) => format!("The game pays you {mine:.2}."),
        (2, 0, false) => "You win!".to_string(),
        (2, 0, true) => "A draw.".to_string(),
        (2, ..) => "You lose.".to_string(),
        (_, better, equal) => {
            let shared = if equal { ", shared" } else { "" };
            format!("You take place {}{shared}, which pays {mine:.2}.", better + 1)
        }
    }
}

#[cfg(test)]
mod tests {
    use mctslab_registry::Catalog;

    use super::*;

    #[test]
    fn words_are_answered_and_moves_are_made_and_taken_back() {
        let game = Catalog::standard().game("tic-tac-toe").expect("a game");
        let mut talk = Conversation::new(&*game, Some("xx1/oo1/3 x"), 0, "random", 1).expect("a conversation");
        let mut say = |line: &str| talk.answer(line, SearchBudget::default()).expect("an answer");
        assert_eq!(say(" HELP \n"), Answer::Help);
        assert_eq!(say("position"), Answer::Said("xx1/oo1/3 x\n".to_string()));
        assert_eq!(say("undo"), Answer::Said("There is nothing to take back.\n".to_string()));
        assert!(matches!(say("z9"), Answer::Said(text) if text.contains("expected a legal move")));
        assert_eq!((say("c3"), say("undo"), say("c3")), (Answer::Moved, Answer::Moved, Answer::Moved));
        assert_eq!(talk.turn(), None);
        assert!(talk.result().contains("You win!"), "{}", talk.result());
    }

    #[test]
    fn a_person_is_told_which_stones_are_whose() {
        let role = |game: &str, seat: usize| {
            let game = Catalog::standard().game(game).expect("a game");
            Conversation::new(&*game, None, seat, "random", 1).expect("a conversation").role()
        };
        assert_eq!(role("connect-four", 0), "you play x and move first");
        assert_eq!(role("connect-four", 1), "you play o and move second");
        assert_eq!(role("awari", 1), "you play o and move second");
        assert_eq!(role("tic-tac-mo", 2), "you play y and move third");
        assert_eq!(role("nim", 1), "you move second");
        assert_eq!(role("chain", 0), "you play alone");
    }

    #[test]
    fn a_result_is_said_as_the_number_of_players_wants_it() {
        assert_eq!(verdict(&[0.5, 0.5], 1), "A draw.");
        assert_eq!(verdict(&[1.0, 0.0], 1), "You lose.");
        assert_eq!(verdict(&[0.25], 0), "The game pays you 0.25.");
        assert_eq!(verdict(&[1.0, 0.25, 0.25], 2), "You take place 2, shared, which pays 0.25.");
    }
}
