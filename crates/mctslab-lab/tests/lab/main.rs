//! Tests of the studies.

mod bisection;
mod curves;
mod documents;
mod efficiency;
mod experiments;
mod faults;
mod figure2;
mod fit;
mod ladder;
mod papers;
mod runs;
