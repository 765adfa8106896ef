//! Which commit the program was built from, as the program itself says.

use std::sync::OnceLock;

static BUILD: OnceLock<String> = OnceLock::new();

/// Says which commit this program was built from. The first word counts.
pub fn name_build(build: &str) {
    BUILD.get_or_init(|| build.to_string());
}

/// The commit that this program was built from; `unknown` if nobody said.
pub(crate) fn build() -> &'static str {
    BUILD.get().map_or("unknown", String::as_str)
}
