//! Tests of the studies.

mod fit;
