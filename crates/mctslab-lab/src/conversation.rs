//! A game between a person and agents, as a conversation: what is typed goes in, what is to be
//! printed comes out.
//!
//! Who holds the conversation reads lines, prints answers and decides how long an agent may think;
//! nothing here waits for a person.

use std::hash::{BuildHasher, Hasher, RandomState};

use mctslab_core::Player;
use mctslab_core::rng::mix;
use mctslab_registry::{AnyGame, RegistryError, SearchBudget, SearchReport, Session};

use crate::documents::{BOLD, DIM, colour, draw, thoughts};

/// One game between a person and agents; agent number `n` sits in seat `n`, and the one in the
/// person's seat gives hints.
pub struct Conversation {
    session: Box<dyn Session>,
    seat: usize,
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
    /// others.
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
        let mut session = game.session(position)?;
        for seat in 0..game.players() {
            session.invite(against, mix(&[seed, seat as u64]))?;
        }
        Ok(Conversation { session, seat, last: None })
    }

    /// A seed for today, short enough to be typed again.
    pub fn fresh_seed() -> u64 {
        // The keys of a new hash table are random, which is all the chance that is needed here.
        RandomState::new().build_hasher().finish() % 1_000_000
    }

    /// The seat to move; `None` when the game is over.
    pub fn turn(&self) -> Option<usize> {
        self.session.turn()
    }

    /// The board.
    pub fn board(&self) -> String {
        format!("{}\n", draw(&self.session.view()))
    }

    /// Asks the person for a move.
    pub fn prompt(&self) -> String {
        let style = colour(Player::new(self.seat));
        format!("{style}your move{style:#}> ")
    }

    /// Lets the agent in the seat to move play what it finds within the budget.
    pub fn machine_moves(&mut self, seat: usize, budget: SearchBudget<'_>) -> Result<String, RegistryError> {
        let report = self.session.ask(seat, budget)?;
        self.session.play(&report.best)?;
        let value = report.moves.iter().find(|mv| mv.text == report.best).and_then(|mv| mv.value);
        let sure = value.map_or(String::new(), |value| format!(" {DIM}(expects {value:.2}){DIM:#}"));
        let style = colour(Player::new(seat));
        let text = format!("{style}player {seat}{style:#} plays {BOLD}{}{BOLD:#}{sure}\n\n", report.best);
        self.last = Some(report);
        Ok(text)
    }

    /// Does what the person typed; a hint is searched for within the budget.
    pub fn answer(&mut self, line: &str, budget: SearchBudget<'_>) -> Result<Answer, RegistryError> {
        let text = line.trim();
        Ok(Answer::Said(match text.to_ascii_lowercase().as_str() {
            "" => String::new(),
            "help" | "?" => return Ok(Answer::Help),
            "hint" => match self.session.ask(self.seat, budget) {
                Ok(report) => thoughts(&report),
                Err(error) => format!("No hint: {error}\n"),
            },
            "thoughts" => self.last.as_ref().map_or("The machine has not moved yet.\n".to_string(), thoughts),
            "moves" => format!("{}\n", self.session.legal().join(" ")),
            "position" => format!("{}\n", self.session.position()),
            "undo" => return self.undo(),
            "resign" => return Ok(Answer::Left("You resign. Well fought.\n".to_string())),
            "quit" | "exit" => return Ok(Answer::Left(String::new())),
            _ => match self.session.play(text) {
                Ok(()) => return Ok(Answer::Moved),
                Err(error) => format!("{error}\n(`help` lists what else you can type)\n"),
            },
        }))
    }

    /// Takes moves back until the person is to move again; if that was never so, nothing is taken
    /// back.
    fn undo(&mut self) -> Result<Answer, RegistryError> {
        let made = self.session.moves();
        while self.session.undo() {
            if self.session.turn() == Some(self.seat) {
                self.last = None;
                return Ok(Answer::Moved);
            }
        }
        for text in made {
            self.session.play(&text)?;
        }
        Ok(Answer::Said("There is nothing to take back.\n".to_string()))
    }

    /// What came of the game for the person, once it is over.
    pub fn result(&self) -> String {
        let verdict = verdict(&self.session.payoffs(), self.seat);
        format!("{BOLD}{verdict}{BOLD:#} {DIM}moves: {}{DIM:#}\n", self.session.moves().join(" "))
    }
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
    fn a_result_is_said_as_the_number_of_players_wants_it() {
        assert_eq!(verdict(&[0.5, 0.5], 1), "A draw.");
        assert_eq!(verdict(&[1.0, 0.0], 1), "You lose.");
        assert_eq!(verdict(&[0.25], 0), "The game pays you 0.25.");
        assert_eq!(verdict(&[1.0, 0.25, 0.25], 2), "You take place 2, shared, which pays 0.25.");
    }
}
