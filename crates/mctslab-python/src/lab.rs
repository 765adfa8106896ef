//! The laboratory of this process: what mctslab comes with, players in Python, and the games that
//! were registered.

use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use mctslab_lab::arena::Identity;
use mctslab_lab::registry::{AnyGame, Catalog};
use mctslab_lab::{Lab, LabError};
use mctslab_studies::standard_lab;
use pyo3::prelude::*;

use crate::chooser;
use crate::error::{guarded, lab_error};
use crate::hints::PythonHints;
use crate::state::plain;

/// The laboratory, and what it is to a worker, once somebody asked.
struct StorePlace {
    lab: Lab,
    identity: Option<Identity>,
}

static LAB: LazyLock<RwLock<StorePlace>> = LazyLock::new(|| {
    let mut catalog = Catalog::standard();
    catalog.add_agent(chooser::row()).expect("no other agent has that name");
    RwLock::new(StorePlace { lab: lab_of(catalog), identity: None })
});

/// A laboratory that speaks as Python does.
fn lab_of(catalog: Catalog) -> Lab {
    standard_lab(catalog).with_hints(PythonHints)
}

/// The laboratory as it is now: games that are registered later do not change it.
pub(crate) fn lab() -> Lab {
    LAB.read().unwrap_or_else(PoisonError::into_inner).lab.clone()
}

/// Adds something to the catalog.
pub(crate) fn add(change: impl FnOnce(&mut Catalog) -> Result<(), LabError>) -> Result<(), LabError> {
    let mut place = LAB.write().unwrap_or_else(PoisonError::into_inner);
    let mut catalog = Catalog::clone(place.lab.catalog());
    change(&mut catalog)?;
    *place = StorePlace { lab: lab_of(catalog), identity: None };
    Ok(())
}

/// What the laboratory is to a worker. Nothing is locked while games are built to find out.
pub(crate) fn identity_now() -> Identity {
    if let Some(known) = &LAB.read().unwrap_or_else(PoisonError::into_inner).identity {
        return known.clone();
    }
    let lab = lab();
    let found = lab.identity();
    let mut place = LAB.write().unwrap_or_else(PoisonError::into_inner);
    if Arc::ptr_eq(place.lab.catalog(), lab.catalog()) {
        place.identity = Some(found.clone());
    }
    found
}

/// The game that a spec names.
pub(crate) fn game(spec: &str) -> Result<Arc<dyn AnyGame>, LabError> {
    Ok(lab().catalog().game(spec)?)
}

/// The games, as JSON.
#[pyfunction]
pub(crate) fn list_games(py: Python<'_>) -> PyResult<String> {
    let list = || Ok(lab().games()?.json().collect::<serde_json::Value>().to_string());
    py.detach(|| guarded(list))?.map_err(lab_error)
}

/// The agents, or those that can play a game, as JSON.
#[pyfunction]
pub(crate) fn list_agents(py: Python<'_>, game: Option<String>) -> PyResult<String> {
    let list = || Ok(lab().agents(game.as_deref())?.json().collect::<serde_json::Value>().to_string());
    py.detach(|| guarded(list))?.map_err(lab_error)
}

/// The commands that run studies, with all that can be set of each, and the conditions of runs, as
/// JSON.
#[pyfunction]
pub(crate) fn list_commands() -> String {
    serde_json::json!(lab().commands()).to_string()
}

/// Everything called so: the text for people and the JSON of each.
#[pyfunction]
pub(crate) fn explain_name(py: Python<'_>, name: &str) -> PyResult<Vec<(String, String)>> {
    let name = name.split('(').next().unwrap_or_default().trim().to_string();
    py.detach(|| {
        guarded(|| {
            let lab = lab();
            let found = lab.explain(&name)?;
            found
                .iter()
                .map(|one| Ok((plain(&one.text(None)?), one.json().to_string())))
                .collect::<Result<Vec<_>, LabError>>()
        })?
        .map_err(lab_error)
    })
}

/// What this laboratory is to a worker: its version, and a digest of what it has.
#[pyfunction]
pub(crate) fn identity(py: Python<'_>) -> PyResult<(String, String)> {
    py.detach(|| guarded(identity_now)).map(|identity| (identity.version, identity.catalog))
}
