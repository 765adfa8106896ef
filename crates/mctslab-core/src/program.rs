//! The name of the running program in the hints that it prints.
//!
//! A user's own program has the commands of mctslab under its own name: the commands in its hints
//! must begin with that name. A process has one name, which is set once, before anything is
//! printed.

use std::sync::OnceLock;

/// The program name that hints in the sources use, and the one printed if no other was set.
const DEFAULT_NAME: &str = "mctslab";

static NAME: OnceLock<String> = OnceLock::new();

/// The name of the running program: `mctslab`, unless [`name_program`] set another.
pub fn program() -> &'static str {
    NAME.get().map_or(DEFAULT_NAME, String::as_str)
}

/// Sets the name of the running program: the file name of `path`, by which it was started. Only the
/// first call has an effect.
pub fn name_program(path: &str) {
    let name = file_name(path);
    if !name.is_empty() {
        NAME.get_or_init(|| name.to_string());
    }
}

/// A command of mctslab as a user of this program types it: with the program's own name.
///
/// ```
/// # use mctslab_core::program::typed;
/// assert_eq!(typed("mctslab resume 3"), "mctslab resume 3", "in mctslab itself");
/// ```
pub fn typed(command: &str) -> String {
    rename_command(command, program())
}

/// The text with its commands of mctslab, each in backticks, as a user of this program types them.
pub fn hints(text: &str) -> String {
    rename_hints(text, program())
}

fn file_name(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    name.strip_suffix(".exe").unwrap_or(name)
}

fn rename_command(command: &str, name: &str) -> String {
    command.strip_prefix(DEFAULT_NAME).map_or_else(|| command.to_string(), |rest| format!("{name}{rest}"))
}

fn rename_hints(text: &str, name: &str) -> String {
    text.replace(&format!("`{DEFAULT_NAME} "), &format!("`{name} "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_that_of_the_file() {
        for path in ["heap", "./heap", "/usr/bin/heap", "C:\\games\\heap.exe"] {
            assert_eq!(file_name(path), "heap", "{path}");
        }
    }

    #[test]
    fn commands_are_renamed_and_other_words_are_not() {
        assert_eq!(rename_command("mctslab resume 3 --db mctslab.db", "heap"), "heap resume 3 --db mctslab.db");
        assert_eq!(rename_command("cargo run", "heap"), "cargo run");
        let text = "the store of mctslab: `mctslab runs` lists it, `mctslab.db` is its file";
        assert_eq!(rename_hints(text, "heap"), "the store of mctslab: `heap runs` lists it, `mctslab.db` is its file");
    }
}
