//! Errors as Python's exceptions, with the messages that the command line prints.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use mctslab_lab::LabError;
use mctslab_lab::arena::{StoreError, panic_message};
use mctslab_lab::registry::RegistryError;
use pyo3::PyErr;
use pyo3::prelude::*;

/// An exception of `mctslab.errors` with that message.
pub(crate) fn exception(name: &str, message: String) -> PyErr {
    Python::attach(|py| {
        let made = py.import("mctslab.errors").and_then(|module| module.getattr(name)?.call1((message,)));
        made.map_or_else(|error| error, PyErr::from_value)
    })
}

/// What the laboratory refused or could not do.
pub(crate) fn lab_error(error: LabError) -> PyErr {
    let message = format!("{error}{}", hint(&error));
    let name = match error.cause() {
        LabError::Store(_) | LabError::Changed { .. } => "StoreError",
        LabError::Panic { .. } => "GameError",
        LabError::Crew(_) | LabError::Rubbish { .. } => "ExecutorError",
        cause if cause.is_usage() => "UsageError",
        _ => "Error",
    };
    exception(name, message)
}

/// What to write, where libraries can only say what is wrong.
fn hint(error: &LabError) -> &'static str {
    match error.cause() {
        LabError::Registry(RegistryError::EnginesNotAllowed { .. }) => "; pass allow_engines=True if you trust it",
        cause if cause.another_store_would_help() => {
            "; name another store with store=PATH, or keep none with store=None"
        }
        _ => "",
    }
}

/// What the registry refused or could not do.
pub(crate) fn registry_error(error: RegistryError) -> PyErr {
    lab_error(error.into())
}

/// What the store refused or could not do.
pub(crate) fn store_error(error: StoreError) -> PyErr {
    lab_error(error.into())
}

/// Does something that may run the rules of a game written in Python: a fault of theirs is an exception, not the end of the program.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| exception("GameError", panic_message(&*panic)))
}

/// Unwinds to whoever guards, without a message on standard error: what happened is reported as an exception or in the error of a run.
pub(crate) fn unwind(message: String) -> ! {
    let message: Box<dyn Any + Send> = Box::new(message);
    resume_unwind(message)
}

/// An exception with its traceback, as Python prints it.
pub(crate) fn traceback(py: Python<'_>, error: &PyErr) -> String {
    let lines = py.import("traceback").and_then(|module| {
        let found = (error.get_type(py), error.value(py), error.traceback(py));
        let lines = module.call_method1("format_exception", found)?;
        lines.extract::<Vec<String>>()
    });
    lines.map_or_else(|_| error.to_string(), |lines| lines.concat().trim_end().to_string())
}
