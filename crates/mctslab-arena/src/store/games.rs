//! Games in the store.

use std::fmt::Write;
use std::ops::Range;
use std::time::Duration;

use mctslab_core::text::printable;
use mctslab_core::{Failure, Payoffs, Player};
use rusqlite::{Row, TransactionBehavior, params};

use super::{Store, StoreError};
use crate::{Done, Forfeit, Reason, Record, Seats};

const INSERT: &str = "INSERT INTO games (run, fixture, seats, opening, seed, payoffs, plies, reason, moves, duration_us, digest, forfeiter, message)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)";

const SELECT: &str =
    "SELECT fixture, seats, opening, seed, payoffs, plies, reason, moves, duration_us, digest, forfeiter, message
    FROM games WHERE run = ?1 AND fixture >= ?2 AND fixture < ?3 ORDER BY fixture";

pub(super) fn write(store: &mut Store, run: i64, records: &[Record]) -> Result<(), StoreError> {
    let mut insert = || -> rusqlite::Result<()> {
        let transaction = store.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        {
            let mut statement = transaction.prepare_cached(INSERT)?;
            let (mut seats, mut payoffs) = (String::new(), String::new());
            for record in records {
                seats.clear();
                payoffs.clear();
                let _ = write!(seats, "{}", record.seats);
                push_payoffs(&mut payoffs, record.payoffs.as_slice());
                let forfeit = record.forfeit.as_deref();
                statement.execute(params![
                    run,
                    record.fixture as i64,
                    seats,
                    record.opening.map(|number| number as i64),
                    record.seed as i64,
                    payoffs,
                    record.plies,
                    record.reason.text(),
                    record.moves,
                    record.duration.as_micros() as i64,
                    record.digest as i64,
                    forfeit.map(|forfeit| forfeit.agent as i64),
                    forfeit.map(|forfeit| forfeit.failure.message.as_str()),
                ])?;
            }
        }
        transaction.execute("UPDATE runs SET games = games + ?2 WHERE run = ?1", params![run, records.len() as i64])?;
        transaction.commit()
    };
    insert().map_err(|error| StoreError::sqlite(&store.path, &error))
}

/// Payoffs with a space between them; the common ones without the cost of formatting.
fn push_payoffs(text: &mut String, payoffs: &[f64]) {
    for (seat, payoff) in payoffs.iter().enumerate() {
        if seat > 0 {
            text.push(' ');
        }
        match *payoff {
            0.0 => text.push('0'),
            0.5 => text.push_str("0.5"),
            1.0 => text.push('1'),
            // The shortest text that reads back as the same number.
            other => drop(write!(text, "{other}")),
        }
    }
}

pub(super) fn done(store: &Store, run: i64) -> Result<Done, StoreError> {
    let query = "SELECT fixture FROM games WHERE run = ?1 ORDER BY fixture";
    let mut statement = store.connection.prepare(query).map_err(store.fail())?;
    let mut rows = statement.query([run]).map_err(store.fail())?;
    let mut done = Done::default();
    while let Some(row) = rows.next().map_err(store.fail())? {
        done.push(row.get::<_, i64>(0).map_err(store.fail())? as u64);
    }
    Ok(done)
}

pub(super) fn read<E: From<StoreError>>(
    store: &Store,
    run: i64,
    range: Range<u64>,
    mut each: impl FnMut(Record) -> Result<(), E>,
) -> Result<(), E> {
    let bound = |id: u64| i64::try_from(id).unwrap_or(i64::MAX);
    let mut statement = store.connection.prepare(SELECT).map_err(store.fail())?;
    let mut rows = statement.query(params![run, bound(range.start), bound(range.end)]).map_err(store.fail())?;
    while let Some(row) = rows.next().map_err(store.fail())? {
        each(record(store, row)?)?;
    }
    Ok(())
}

fn record(store: &Store, row: &Row<'_>) -> Result<Record, StoreError> {
    let fixture = row.get::<_, i64>(0).map_err(store.fail())? as u64;
    let read = || -> rusqlite::Result<Option<Record>> {
        let text = |column: usize| row.get_ref(column)?.as_str().map_err(rusqlite::Error::from);
        let (seats, payoffs, reason) = (text(1)?, text(4)?, text(6)?);
        let (Some(seats), Some(payoffs), Some(reason)) =
            (Seats::parse(seats), parse_payoffs(payoffs), Reason::parse(reason))
        else {
            return Ok(None);
        };
        let forfeiter: Option<i64> = row.get(10)?;
        let message: Option<String> = row.get(11)?;
        let forfeit = match (forfeiter, message, reason) {
            (Some(agent), Some(message), Reason::Forfeit(fault)) => {
                Some(Box::new(Forfeit { agent: agent as usize, failure: Failure::new(fault, printable(&message)) }))
            }
            _ => None,
        };
        let forfeited = forfeit.as_ref().is_none_or(|forfeit| seats.seat_of(forfeit.agent).is_some());
        Ok((forfeited && payoffs.as_slice().len() == seats.len()).then_some(Record {
            fixture,
            seats,
            opening: row.get::<_, Option<i64>>(2)?.map(|number| number as u64),
            seed: row.get::<_, i64>(3)? as u64,
            payoffs,
            plies: row.get(5)?,
            reason,
            moves: row.get(7)?,
            duration: Duration::from_micros(row.get::<_, i64>(8)?.max(0) as u64),
            digest: row.get::<_, i64>(9)? as u64,
            forfeit,
        }))
    };
    read().map_err(store.fail())?.ok_or_else(|| store.damaged(fixture))
}

fn parse_payoffs(text: &str) -> Option<Payoffs> {
    let numbers = text.split(' ').map(|word| word.parse::<f64>().ok().filter(|number| (0.0..=1.0).contains(number)));
    let numbers = numbers.collect::<Option<Vec<f64>>>()?;
    (!numbers.is_empty() && numbers.len() <= Player::MOST).then(|| Payoffs::new(&numbers))
}
