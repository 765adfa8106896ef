//! The laboratory as a Python module, `mctslab._mctslab`: as thin as the command line. What there
//! is to compute is computed by the lab; what is pleasant in Python (classes of results, tables,
//! plots, executors) is written in Python, in `python/mctslab`.
//!
//! Every call that may take long runs detached from the interpreter, so that other threads of
//! Python go on meanwhile.

mod analysis;
mod budget;
mod chooser;
mod command;
mod conversation;
mod crew;
mod error;
mod execution;
mod game;
mod hints;
mod lab;
mod outcome;
mod python_game;
mod state;
mod store;
mod study;
mod threads;
mod waiting;
mod work;

use pyo3::prelude::*;

/// The native half of the package `mctslab`.
#[pymodule]
fn _mctslab(module: &Bound<'_, PyModule>) -> PyResult<()> {
    mctslab_lab::name_build(mctslab::BUILD);
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<game::Game>()?;
    module.add_class::<state::State>()?;
    module.add_class::<analysis::Analysis>()?;
    module.add_class::<analysis::SearchTree>()?;
    module.add_class::<budget::Budget>()?;
    module.add_class::<conversation::Conversation>()?;
    module.add_class::<outcome::StudyOutcome>()?;
    module.add_function(wrap_pyfunction!(lab::list_games, module)?)?;
    module.add_function(wrap_pyfunction!(lab::list_agents, module)?)?;
    module.add_function(wrap_pyfunction!(lab::list_commands, module)?)?;
    module.add_function(wrap_pyfunction!(lab::explain_name, module)?)?;
    module.add_function(wrap_pyfunction!(lab::identity, module)?)?;
    module.add_function(wrap_pyfunction!(python_game::register_game, module)?)?;
    module.add_function(wrap_pyfunction!(python_game::check_rules, module)?)?;
    module.add_function(wrap_pyfunction!(study::play_study, module)?)?;
    module.add_function(wrap_pyfunction!(study::play_experiment, module)?)?;
    module.add_function(wrap_pyfunction!(study::play_papers, module)?)?;
    module.add_function(wrap_pyfunction!(study::resume_run, module)?)?;
    module.add_function(wrap_pyfunction!(store::store_runs, module)?)?;
    module.add_function(wrap_pyfunction!(store::store_document, module)?)?;
    module.add_function(wrap_pyfunction!(store::store_page, module)?)?;
    module.add_function(wrap_pyfunction!(store::store_games, module)?)?;
    module.add_function(wrap_pyfunction!(store::store_results, module)?)?;
    module.add_function(wrap_pyfunction!(work::do_work, module)?)?;
    module.add_function(wrap_pyfunction!(command::run_command, module)?)?;
    Ok(())
}
