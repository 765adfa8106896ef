//! Games and other results in the store.

use std::fmt::Write;
use std::ops::Range;
use std::time::Duration;

use mctslab_core::Failure;
use mctslab_core::text::printable;
use rusqlite::{OptionalExtension, Row, TransactionBehavior, params};

use super::{Store, StoreError, earlier};
use crate::record::{parse_payoffs, push_payoffs};
use crate::{Forfeit, Numbered, Reason, Record, Seats, TaskResult, TaskSet};

const INSERT: &str = "INSERT INTO games (run, fixture, seats, opening, seed, payoffs, plies, reason, moves, duration_us, digest, forfeiter, message)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)";

const SELECT: &str =
    "SELECT fixture, seats, opening, seed, payoffs, plies, reason, moves, duration_us, digest, forfeiter, message
    FROM games WHERE run = ?1 AND fixture >= ?2 AND fixture < ?3 ORDER BY fixture";

const INSERT_RESULT: &str = "INSERT INTO results (run, task, found) VALUES (?1, ?2, ?3)";
const INSERT_AGENT: &str = "INSERT OR IGNORE INTO agents (run, number, spec) VALUES (?1, ?2, ?3)";

/// Writes results, and the agents that appeared in them, all of them or none.
const ADD_TIME: &str = "INSERT INTO run_times (run, cpu_us) VALUES (?1, ?2)
    ON CONFLICT (run) DO UPDATE SET cpu_us = cpu_us + excluded.cpu_us";

/// The CPU time of the results of a run; `None` if it was not measured for all of them.
pub(super) fn cpu(store: &Store, run: i64) -> Result<Option<Duration>, StoreError> {
    if !store.has_table("run_times")? {
        return Ok(None);
    }
    let query = "SELECT cpu_us FROM run_times WHERE run = ?1";
    let found = store.connection.query_row(query, [run], |row| row.get::<_, i64>(0)).optional();
    Ok(found.map_err(store.fail())?.map(|cpu| Duration::from_micros(cpu.unsigned_abs())))
}

pub(super) fn write(
    store: &mut Store,
    run: i64,
    results: &[TaskResult],
    agents: &[Numbered],
    cpu: Duration,
) -> Result<(), StoreError> {
    let mut insert = || -> rusqlite::Result<()> {
        let transaction = store.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        {
            let mut statement = transaction.prepare_cached(INSERT)?;
            let (mut seats, mut payoffs) = (String::new(), String::new());
            let mut own = transaction.prepare_cached(INSERT_RESULT)?;
            for result in results {
                let record = match result {
                    TaskResult::Game(record) => record,
                    TaskResult::Own { task, found } => {
                        own.execute(params![run, *task as i64, found])?;
                        continue;
                    }
                };
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
        for agent in agents {
            transaction.execute(INSERT_AGENT, params![run, agent.number as i64, agent.spec])?;
        }
        transaction.execute(ADD_TIME, params![run, cpu.as_micros() as i64])?;
        transaction.execute("UPDATE runs SET games = games + ?2 WHERE run = ?1", params![run, results.len() as i64])?;
        transaction.commit()
    };
    insert().map_err(|error| StoreError::sqlite(&store.path, &error))
}

pub(super) fn done(store: &Store, run: i64) -> Result<TaskSet, StoreError> {
    let mut done = TaskSet::default();
    for query in [
        "SELECT fixture FROM games WHERE run = ?1 ORDER BY fixture",
        "SELECT task FROM results WHERE run = ?1 ORDER BY task",
    ] {
        let mut statement = store.connection.prepare(query).map_err(store.fail())?;
        let mut rows = statement.query([run]).map_err(store.fail())?;
        while let Some(row) = rows.next().map_err(store.fail())? {
            let id = row.get::<_, i64>(0).map_err(store.fail())? as u64;
            done.insert(id..id + 1);
        }
    }
    Ok(done)
}

/// The agents of a run by their numbers; empty for a run of an earlier version, which kept no list.
pub(super) fn agents(store: &Store, run: i64) -> Result<Vec<Numbered>, StoreError> {
    if !store.keeps_agents()? {
        return Ok(Vec::new());
    }
    let query = "SELECT number, spec FROM agents WHERE run = ?1 ORDER BY number";
    let mut statement = store.connection.prepare(query).map_err(store.fail())?;
    let mut rows = statement.query([run]).map_err(store.fail())?;
    let mut agents = Vec::new();
    while let Some(row) = rows.next().map_err(store.fail())? {
        let number = row.get::<_, i64>(0).map_err(store.fail())? as usize;
        agents.push(Numbered { number, spec: earlier::agent(row.get(1).map_err(store.fail())?) });
    }
    Ok(agents)
}

/// Passes on all results of a run with numbers in `range`, in their order.
pub(super) fn read_results<E: From<StoreError>>(
    store: &Store,
    run: i64,
    range: Range<u64>,
    mut each: impl FnMut(TaskResult) -> Result<(), E>,
) -> Result<(), E> {
    if !store.keeps_agents()? {
        return read(store, run, range, |record| each(TaskResult::Game(record)));
    }
    // A run holds games or other results, never both in one range: a round holds one kind, and
    // rounds do not overlap.
    let mut own = own_results(store, run, &range)?.into_iter().peekable();
    read(store, run, range, |record| {
        while let Some(result) = own.next_if(|result| result.task() < record.fixture) {
            each(result)?;
        }
        each(TaskResult::Game(record))
    })?;
    own.try_for_each(each)
}

fn own_results(store: &Store, run: i64, range: &Range<u64>) -> Result<Vec<TaskResult>, StoreError> {
    let query = "SELECT task, found FROM results WHERE run = ?1 AND task >= ?2 AND task < ?3 ORDER BY task";
    let mut statement = store.connection.prepare(query).map_err(store.fail())?;
    let mut rows = statement.query(params![run, bound(range.start), bound(range.end)]).map_err(store.fail())?;
    let mut results = Vec::new();
    while let Some(row) = rows.next().map_err(store.fail())? {
        let task = row.get::<_, i64>(0).map_err(store.fail())? as u64;
        results.push(TaskResult::Own { task, found: row.get(1).map_err(store.fail())? });
    }
    Ok(results)
}

/// A number in the type of the tables.
fn bound(id: u64) -> i64 {
    i64::try_from(id).unwrap_or(i64::MAX)
}

pub(super) fn read<E: From<StoreError>>(
    store: &Store,
    run: i64,
    range: Range<u64>,
    mut each: impl FnMut(Record) -> Result<(), E>,
) -> Result<(), E> {
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
        let record = Record {
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
        };
        Ok(record.is_consistent().then_some(record))
    };
    read().map_err(store.fail())?.ok_or_else(|| store.damaged(fixture))
}
