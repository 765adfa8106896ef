//! Laws of the statistics, tested by enumeration where that is possible and by simulation where
//! not.

mod coverage;
mod exact_coverage;
mod joint_coverage;
mod lanzi_figure;
mod paired_coverage;
mod random;
mod sequential;
