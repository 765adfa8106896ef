//! Tests of the studies.

mod bisection;
mod figure2;
mod fit;
mod ladder;
