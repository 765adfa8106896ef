//! A fault of one agent costs that game, never the run.

use std::time::Duration;

use mctslab_arena::{Clock, Reason, RunError};
use mctslab_core::Fault;

use crate::support::{Scripted, Trial, no_start, play};

#[test]
fn every_fault_is_a_forfeit_of_its_name_in_every_seat() {
    for fault in [Fault::NoMove, Fault::Crash, Fault::TimeOut] {
        let team = move || vec![Scripted::bad(fault, 1), Scripted::good()];
        let played = play("connect-four(width=4,height=4)", Trial { agents: 2, games: 10, clock: None, team });
        assert!(played.error.is_none(), "{fault:?}: {:?}", played.error);
        assert_eq!(played.records.len(), 10, "{fault:?}");
        for record in &played.records {
            assert_eq!(record.reason, Reason::Forfeit(fault));
            assert_eq!((record.payoff_of(0), record.payoff_of(1)), (Some(0.0), Some(1.0)), "{fault:?}");
            assert_eq!(record.forfeit.as_ref().unwrap().failure.message, format!("scripted {}", fault.name()));
            assert_eq!(record.plies, 2 + record.seats.seat_of(0).unwrap() as u32, "one move was made before");
            assert_eq!(record.moves.split(' ').count() as u32, record.plies);
        }
        assert_eq!(played.summary.forfeits()[&(0, fault)].games, 10);
    }
}

#[test]
fn the_referee_refuses_an_illegal_move() {
    let team = || vec![Scripted::bad(Fault::IllegalMove, 1), Scripted::good()];
    let played = play("tic-tac-toe", Trial { agents: 2, games: 4, clock: None, team });
    for record in &played.records {
        assert_eq!(record.reason, Reason::Forfeit(Fault::IllegalMove), "{record:?}");
        assert!(record.forfeit.as_ref().unwrap().failure.message.contains("is not a legal move"), "{record:?}");
        assert_eq!(record.payoff_of(0), Some(0.0));
    }
}

#[test]
fn two_of_three_share_what_the_third_forfeits() {
    let team = || vec![Scripted::good(), Scripted::bad(Fault::Crash, 0), Scripted::good()];
    let played = play("tic-tac-mo", Trial { agents: 3, games: 6, clock: None, team });
    assert_eq!(played.records.len(), 6);
    for record in &played.records {
        let paid: Vec<Option<f64>> = (0..3).map(|agent| record.payoff_of(agent)).collect();
        assert_eq!(paid, [Some(0.75), Some(0.0), Some(0.75)], "{record:?}");
        assert_eq!(record.reason.text(), "forfeit:crash");
    }
}

#[test]
fn three_failed_starts_in_a_row_stop_the_run_and_are_not_recorded() {
    let team = || vec![Scripted::good(), Scripted::bad(Fault::NoStart, 0)];
    let played = play("tic-tac-toe", Trial { agents: 2, games: 1000, clock: None, team });
    let error = no_start(played.error);
    assert_eq!((error.agent.as_str(), error.times), ("agent-1", 3));
    assert!(error.message.contains("scripted no-start"), "the agent's own words: {error}");
    assert!(played.records.is_empty(), "the games can be played when it starts: {:?}", played.records);
}

#[test]
fn a_panic_ends_the_run_with_an_error_that_names_its_agent() {
    let mad = || Scripted { good: |_| panic!("scripted panic"), ..Scripted::bad(Fault::Crash, 1) };
    let played =
        play("tic-tac-toe", Trial { agents: 2, games: 1000, clock: None, team: || vec![Scripted::good(), mad()] });
    let Some(RunError::Panic(text)) = played.error else { panic!("expected a panic, found {:?}", played.error) };
    assert!(text.contains("`agent-1` panicked in game ") && text.contains("scripted panic"), "{text}");
    assert!(played.records.is_empty(), "a game that was not played is not recorded: {:?}", played.records);
}

#[test]
fn a_start_that_fails_now_and_then_costs_only_its_games() {
    let flaky = || Scripted { good: |seed| !seed.is_multiple_of(7), ..Scripted::bad(Fault::NoStart, 0) };
    let played =
        play("tic-tac-toe", Trial { agents: 2, games: 60, clock: None, team: || vec![flaky(), Scripted::good()] });
    assert!(played.error.is_none(), "{:?}", played.error);
    assert_eq!(played.records.len(), 60);
    let lost = played.records.iter().filter(|record| record.reason == Reason::Forfeit(Fault::NoStart)).count();
    assert!(lost > 0 && lost < 30, "{lost} of 60");
}

#[test]
fn a_clock_that_runs_out_loses_the_game() {
    let slow = || Scripted { sleep: Duration::from_millis(30), ..Scripted::good() };
    let clock = Some(Clock::parse("0.05+0.001").unwrap());
    let played = play("connect-four", Trial { agents: 2, games: 2, clock, team: || vec![slow(), Scripted::good()] });
    for record in &played.records {
        assert_eq!(record.reason.text(), "forfeit:time-out", "{record:?}");
        assert_eq!(record.payoff_of(0), Some(0.0), "the slow one loses");
        assert!(record.forfeit.as_ref().unwrap().failure.message.contains("on the clock"), "{record:?}");
    }
    let plenty = Some(Clock::parse("60+1").unwrap());
    let played =
        play("connect-four", Trial { agents: 2, games: 2, clock: plenty, team: || vec![slow(), Scripted::good()] });
    assert!(played.records.iter().all(|record| record.reason == Reason::End));
}
