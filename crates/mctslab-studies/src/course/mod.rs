//! What matches and tournaments share: a course of games, the summary of them, and the parts of
//! their documents and pages.

mod findings;
mod gathered;
mod replays;
mod sections;
mod standing;
mod study;

pub(crate) use self::findings::{Findings, Played, SeatResults, SeatRow, ShownGames};
pub(crate) use self::gathered::Gathered;
pub(crate) use self::standing::{
    anchor_of_course, anchor_text, elo_text, interval_text, match_details, match_verdict, points_text, ranking, ranks,
    ratings, superiority,
};
pub(crate) use self::study::{CourseStudy, GAMES, STOP, ShownOfCourse};
