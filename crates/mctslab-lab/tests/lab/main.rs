//! Tests of the studies.

mod bisection;
mod curves;
mod efficiency;
mod figure2;
mod fit;
mod ladder;
