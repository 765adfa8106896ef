//! Patterns that the sources must not contain.

use std::path::Path;

use super::Written;

/// The greatest number of lines of code of the binary and its library: arguments in, document out,
/// and everything else is a call of the lab. Comments are not counted: most are texts of help.
const MOST_LINES: usize = 2000;

/// A message if the binary has grown beyond reading arguments and printing documents.
pub(super) fn thick_binary(files: &[Written]) -> Option<String> {
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    let sources = files.iter().filter(|file| file.path.starts_with("crates/mctslab/src"));
    let lines: usize = sources.map(|file| file.text.lines().filter(is_code).count()).sum();
    let range = 1000..MOST_LINES;
    let message = || format!("crates/mctslab/src: {lines} lines of code, fewer than {MOST_LINES} are wanted");
    (!range.contains(&lines)).then(message)
}

/// The one file that may read the date, for the start of a run.
const DATES_FILE: &str = "crates/mctslab-arena/src/store/runs.rs";

/// A wall clock can be set back in the middle of a game. Only the date on which a run was started
/// comes from it; games, clocks and time-outs use the monotonic clock.
pub(super) fn wall_clocks(files: &[Written]) -> Vec<String> {
    let inside = |path: &Path| path.starts_with("crates") && path.components().any(|part| part.as_os_str() == "src");
    let sources =
        files.iter().filter(|file| file.is_rust() && inside(&file.path) && file.path != Path::new(DATES_FILE));
    let asking = sources.filter(|file| file.text.contains("SystemTime"));
    asking.map(|file| format!("{}: `SystemTime` may jump; use `Instant`", file.path.display())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(path: &str, text: &str) -> Written {
        Written { path: path.into(), text: text.to_string() }
    }

    #[test]
    fn comments_do_not_make_the_binary_thick() {
        let comments = "// words\n\n".repeat(5000);
        let code =
            |lines: usize| written("crates/mctslab/src/cli.rs", &(comments.clone() + &"call();\n".repeat(lines)));
        assert_eq!(thick_binary(&[code(1200), written("crates/mctslab-lab/src/lib.rs", &"x\n".repeat(9999))]), None);
        assert!(thick_binary(&[code(MOST_LINES)]).is_some_and(|message| message.contains("2000 lines")));
        assert!(thick_binary(&[]).is_some(), "files that are not found are no thin binary");
    }

    #[test]
    fn wall_clocks_are_found_outside_the_store() {
        let text = "let now = SystemTime::now();";
        let files = ["crates/a/src/x.rs", "crates/a/tests/x.rs", DATES_FILE].map(|path| written(path, text));
        let found = wall_clocks(&files);
        assert!(found.len() == 1 && found[0].starts_with("crates/a/src/x.rs"), "{found:?}");
    }
}
