//! Errors as Python's exceptions, with the messages that the command line prints.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use mctslab_lab::arena::{StoreError, panic_message};
use mctslab_lab::registry::RegistryError;
use mctslab_lab::{LabError, cure};
use pyo3::PyErr;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::hints::PythonHints;

/// An exception of `mctslab.errors` with that message.
pub(crate) fn exception(name: &str, message: String) -> PyErr {
    Python::attach(|py| {
        let made = py.import("mctslab.errors").and_then(|module| module.getattr(name)?.call1((message,)));
        made.map_or_else(|error| error, PyErr::from_value)
    })
}

/// What the laboratory refused or could not do.
pub(crate) fn lab_error(error: LabError) -> PyErr {
    let message = format!("{error}{}", cure(&error, &PythonHints));
    let name = match error.cause() {
        LabError::Store(_) | LabError::Changed { .. } => "StoreError",
        LabError::Panic { .. } => "GameError",
        LabError::Crew(_) | LabError::Rubbish { .. } => "ExecutorError",
        cause if cause.is_usage() => "UsageError",
        _ => "Error",
    };
    exception(name, message)
}

/// What the registry refused or could not do.
pub(crate) fn registry_error(error: RegistryError) -> PyErr {
    lab_error(error.into())
}

/// What the store refused or could not do.
pub(crate) fn store_error(error: StoreError) -> PyErr {
    lab_error(error.into())
}

thread_local! {
    /// Ctrl-C that was noticed while Python code was asked for something, on its way to whoever
    /// called.
    static INTERRUPT: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Does something that may run the rules of a game written in Python: a fault of theirs is an
/// exception, not the end of the program. Ctrl-C meanwhile is no fault of theirs, and is raised as
/// it is.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    let done = catch_unwind(AssertUnwindSafe(work));
    if let Some(interrupt) = INTERRUPT.take() {
        return Err(interrupt);
    }
    done.map_err(|panic| exception("GameError", panic_message(&*panic)))
}

/// Unwinds if an exception of Python code is Ctrl-C, which the code was only the first to notice.
/// Signals are for the main thread alone: elsewhere the code has raised it itself.
pub(crate) fn unwind_if_interrupted(py: Python<'_>, error: &PyErr) {
    if error.is_instance_of::<PyKeyboardInterrupt>(py) && is_main_thread(py) {
        INTERRUPT.set(Some(error.clone_ref(py)));
        unwind("interrupted".to_string());
    }
}

fn is_main_thread(py: Python<'_>) -> bool {
    let compared = py
        .import("threading")
        .and_then(|module| Ok(module.call_method0("current_thread")?.is(&module.call_method0("main_thread")?)));
    compared.unwrap_or(false)
}

/// Unwinds to whoever guards, without a message on standard error: what happened is reported as an
/// exception or in the error of a run.
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
