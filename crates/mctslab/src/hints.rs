//! What to do next, in the words of the command line.

use std::path::Path;

use mctslab_core::program::program;
use mctslab_lab::Hints;
use mctslab_page::quoted;

/// Commands and options. A program of one's own has them under its own name.
pub struct CommandHints;

impl Hints for CommandHints {
    fn resume(&self, run: i64, store: Option<&Path>, starts_programs: bool) -> String {
        let store = store.map_or_else(String::new, store_option);
        let allow = if starts_programs { " --allow-engines" } else { "" };
        format!("{} resume {run}{store}{allow}", program())
    }

    fn set(&self, option: &str, value: &str) -> String {
        // A value that is a spec with arguments is one word of a shell only in quotes.
        let value = if value.contains(['(', ' ']) { format!("\"{value}\"") } else { value.to_string() };
        format!("{} {value}", self.option(option))
    }

    fn option(&self, name: &str) -> String {
        format!("--{name}")
    }

    fn choose(&self, study: &str) -> String {
        self.option(study)
    }

    fn allow_engines(&self) -> String {
        self.option("allow-engines")
    }

    fn name_store(&self) -> String {
        "--db PATH".to_string()
    }

    fn no_store(&self) -> String {
        "--no-store".to_string()
    }

    fn list_runs(&self) -> String {
        format!("{} runs", program())
    }

    fn export(&self, run: i64) -> String {
        format!("{} export {run}", program())
    }

    fn check_engine(&self) -> String {
        format!("{} engine-check", program())
    }

    fn start_worker(&self) -> String {
        format!("{} worker", program())
    }

    fn list_games(&self) -> String {
        format!("{} games", program())
    }

    fn list_agents(&self) -> String {
        format!("{} agents", program())
    }

    fn explain(&self, name: &str) -> String {
        format!("{} explain {name}", program())
    }
}

/// The option that names a store, if it is not the usual one.
pub(crate) fn store_option(path: &Path) -> String {
    if path.as_os_str() == "mctslab.db" {
        return String::new();
    }
    format!(" --db {}", quoted(&path.display().to_string()))
}
