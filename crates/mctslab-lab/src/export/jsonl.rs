//! Games as JSON lines: one object for each game, its keys in the order of the fields below.

use std::io;

use serde::{Serialize, Serializer};

use super::Out;
use super::rows::{GameRow, GameRows};
use crate::error::LabError;

/// A game as a line.
#[derive(Serialize)]
struct GameLine<'a> {
    fixture: u64,
    seats: Vec<usize>,
    agents: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    iterations: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rival_iterations: Option<u64>,
    opening: Option<u64>,
    start: Option<&'a str>,
    /// As text: many readers keep numbers as floating point, which cannot hold 64 bits.
    seed: String,
    payoffs: Vec<JsonNumber>,
    winner: Option<usize>,
    plies: u32,
    reason: &'static str,
    moves: Vec<&'a str>,
    duration_ms: JsonNumber,
}

/// A number that is written without a point if it is whole: `1`, `0.5`.
struct JsonNumber(f64);

impl Serialize for JsonNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.fract() == 0.0 && (0.0..1e15).contains(&self.0) {
            serializer.serialize_u64(self.0 as u64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

impl GameLine<'_> {
    fn of(row: &GameRow) -> GameLine<'_> {
        let record = &row.record;
        GameLine {
            fixture: record.fixture,
            seats: row.players.iter().map(|player| player.number).collect(),
            agents: row.players.iter().map(|player| player.plain.as_str()).collect(),
            iterations: row.iterations,
            rival_iterations: row.rival,
            opening: record.opening,
            start: row.start.as_deref(),
            seed: record.seed.to_string(),
            payoffs: record.payoffs.as_slice().iter().copied().map(JsonNumber).collect(),
            winner: row.winner(),
            plies: record.plies,
            reason: record.reason.text(),
            moves: record.moves.split_whitespace().collect(),
            duration_ms: JsonNumber(row.milliseconds()),
        }
    }
}

/// Writes the games of a run.
pub fn write_jsonl(out: Out<'_>, rows: &mut GameRows<'_>) -> Result<(), LabError> {
    rows.each(|_, row| {
        serde_json::to_writer(&mut *out, &GameLine::of(&row)).map_err(io::Error::from)?;
        Ok(writeln!(out)?)
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use mctslab_arena::{Reason, Record, Seats};
    use mctslab_core::Payoffs;

    use super::super::rows::SeatedAgent;
    use super::*;

    #[test]
    fn a_line_has_its_keys_in_order_and_whole_numbers_without_a_point() {
        let player =
            |number: usize, spec: &str| SeatedAgent { number, plain: spec.to_string(), name: spec.to_string() };
        let row = GameRow {
            record: Record {
                fixture: 7,
                seats: Seats::new(&[1, 0]),
                opening: Some(3),
                seed: u64::MAX,
                payoffs: Payoffs::new(&[1.0, 0.25]),
                plies: 2,
                reason: Reason::End,
                moves: "a \"b".to_string(),
                duration: Duration::from_millis(2),
                digest: 0,
                forfeit: None,
            },
            start: None,
            players: vec![player(1, "uct"), player(0, "random")],
            iterations: Some(12),
            rival: None,
        };
        let line = serde_json::to_string(&GameLine::of(&row)).expect("a line");
        let expected = r#"{"fixture":7,"seats":[1,0],"agents":["uct","random"],"iterations":12,"opening":3,"start":null,"seed":"18446744073709551615","payoffs":[1,0.25],"winner":0,"plies":2,"reason":"end","moves":["a","\"b"],"duration_ms":2}"#;
        assert_eq!(line, expected);
    }
}
