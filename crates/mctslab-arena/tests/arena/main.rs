//! Runs between agents of which some are bad on purpose.

mod faults;
mod openings;
mod support;
