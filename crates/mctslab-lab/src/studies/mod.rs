//! The studies on offer: one file each, and the list of them.

mod contest;
mod strength;

pub(crate) use self::contest::ShownOfCourse;
pub(crate) use self::criteria::CriteriaCell;
use crate::study::StudyRow;

macro_rules! studies {
    ($($module:ident,)*) => {
        $(mod $module;)*

        /// Every study, in the order in which they are listed.
        pub static STUDIES: &[StudyRow] = &[$($module::ROW),*];
    };
}

studies! {
    matches,
    round_robin,
    gauntlet,
    swiss,
    knockout,
    fit,
    bisection,
    ladder,
    analyze,
    efficiency,
    sweep,
    trace,
    counts,
    probe,
    criteria,
}
