//! Runs between agents of which some are bad on purpose.

mod deadline;
mod faults;
mod foreign;
mod locked;
mod openings;
mod support;
