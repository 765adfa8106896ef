//! Tests of the studies.

mod bisection;
mod checked;
mod curves;
mod documents;
mod efficiency;
mod experiments;
mod faults;
mod figure2;
mod fit;
mod hints;
mod hosts;
mod laboratory;
mod ladder;
mod runs;
