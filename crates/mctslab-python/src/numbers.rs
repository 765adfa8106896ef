//! Whole numbers that somebody gave.

use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::error::exception;

/// A whole number, or none where that is allowed; one that is negative or too large is refused in
/// the words of the command line.
pub(crate) fn whole<'py, T: FromPyObjectOwned<'py>>(given: &Bound<'py, PyAny>) -> PyResult<T> {
    given.extract::<T>().map_err(Into::into).map_err(|error: PyErr| {
        if !error.is_instance_of::<PyOverflowError>(given.py()) {
            return error;
        }
        let expected =
            if given.lt(0).unwrap_or(false) { "a whole number that is not negative" } else { "a smaller number" };
        exception("UsageError", format!("found {given}, expected {expected}"))
    })
}
