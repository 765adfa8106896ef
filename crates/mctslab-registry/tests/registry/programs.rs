//! Which specs start programs, and from where that is allowed.

use mctslab_registry::{allow_engines, starts_programs};

#[test]
fn specs_from_elsewhere_start_programs_only_where_allowed() {
    let specs = ["uct", "process(cmd=\"rm -rf /\",protocol=lines)"];
    let refused = allow_engines("run 7", specs, false).expect_err("not allowed");
    assert!(refused.to_string().contains("run 7 names `process(cmd=\"rm") && refused.is_usage(), "{refused}");
    assert!(!refused.to_string().contains("--"), "what to type is for who reads what was typed: {refused}");
    assert!(allow_engines("run 7", specs, true).is_ok());
    assert!(allow_engines("run 7", ["uct", "random"], false).is_ok());
    assert!(starts_programs("wrapped(inner=process(cmd=\"x\"))"));
}
