//! What to do next, in the words of Python.

use std::path::Path;

use mctslab_lab::Hints;

/// Calls of the package and keywords of its functions.
pub(crate) struct PythonHints;

impl Hints for PythonHints {
    fn resume(&self, run: i64, store: Option<&Path>, starts_programs: bool) -> String {
        let store = store.map_or_else(String::new, |path| format!(", store={:?}", path.display().to_string()));
        let allow = if starts_programs { ", allow_engines=True" } else { "" };
        format!("mctslab.resume({run}{store}{allow})")
    }

    fn set(&self, option: &str, value: &str) -> String {
        format!("{}={value:?}", self.option(option))
    }

    fn option(&self, name: &str) -> String {
        name.replace('-', "_")
    }

    fn choose(&self, study: &str) -> String {
        self.set("study", study)
    }

    fn allow_engines(&self) -> String {
        "allow_engines=True".to_string()
    }

    fn name_store(&self) -> String {
        "store=PATH".to_string()
    }

    fn no_store(&self) -> String {
        "store=None".to_string()
    }

    fn list_runs(&self) -> String {
        "mctslab.Store(PATH).list()".to_string()
    }

    fn export(&self, run: i64) -> String {
        format!("mctslab.Store(PATH).results({run})")
    }

    fn check_engine(&self) -> String {
        "mctslab engine-check".to_string()
    }

    fn start_worker(&self) -> String {
        "mctslab worker".to_string()
    }

    fn list_games(&self) -> String {
        "mctslab.games()".to_string()
    }

    fn list_agents(&self) -> String {
        "mctslab.agents()".to_string()
    }

    fn explain(&self, name: &str) -> String {
        format!("mctslab.explain({name:?})")
    }
}
