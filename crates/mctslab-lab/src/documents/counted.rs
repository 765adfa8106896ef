//! Numbers of things in words.

use crate::report::grouped;

/// `1 search`, `1,200 searches`.
pub(super) fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}
