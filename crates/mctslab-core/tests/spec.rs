//! Spec strings: what is read, what is refused, and the messages.

use mctslab_core::spec::{Entry, Kind, Param, Scope, Spec, resolve};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const PLAYOUTS: &[Entry] = &[
    Entry::word("uniform", "every move equally likely"),
    Entry {
        name: "mast",
        doc: "by move averages",
        params: &[Param::new("eps", Kind::Real { min: 0.0, max: 1.0 }, "0.1", "share of uniform moves")],
    },
];
const AGENTS: &[Entry] = &[
    Entry::word("random", "any move"),
    Entry {
        name: "uct",
        doc: "tree search",
        params: &[
            Param::new("iters", Kind::Limit { min: 1, max: i64::MAX }, "1000", "iterations").yielding_to("time"),
            Param::new("time", Kind::Limit { min: 1, max: 1_000_000 }, "none", "milliseconds"),
            Param::new("c", Kind::Real { min: 0.0, max: 100.0 }, "0.7", "exploration"),
            Param::new("reuse", Kind::Flag, "true", "keep the tree"),
            Param::new("playout", Kind::Part("playout"), "uniform", "how games are finished"),
            Param::first_of("eval", "eval", "estimate"),
        ],
    },
    Entry { name: "process", doc: "an engine", params: &[Param::required("cmd", Kind::Text, "the command to start")] },
];
const EVALS: &[Entry] = &[Entry::word("stones", "stone difference"), Entry::word("half", "nothing")];

const SCOPE: Scope<'static> = &[("playout", PLAYOUTS), ("eval", EVALS)];

fn resolved(text: &str) -> String {
    let spec = Spec::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    resolve(&spec, "agent", AGENTS, SCOPE).unwrap_or_else(|error| panic!("{text}: {error}")).to_string()
}

fn refused(text: &str) -> String {
    let outcome = Spec::parse(text).and_then(|spec| resolve(&spec, "agent", AGENTS, SCOPE));
    outcome.expect_err(text).to_string()
}

#[test]
fn defaults_are_written_out_in_declared_order() {
    assert_eq!(resolved("uct"), "uct(iters=1000,time=none,c=0.7,reuse=true,playout=uniform,eval=stones)");
    assert_eq!(resolved("random"), "random");
    assert_eq!(resolved("random()"), "random");
}

#[test]
fn given_values_win_over_defaults_and_resolving_again_changes_nothing() {
    let once = resolved(" uct ( playout = mast( eps = .5 ) , time=1e3, c=1.0,eval=half )");
    assert_eq!(once, "uct(iters=none,time=1000,c=1,reuse=true,playout=mast(eps=0.5),eval=half)");
    assert_eq!(resolved(&once), once);
    assert_eq!(resolved(r#"process(cmd="a \"b\" \\ c")"#), r#"process(cmd="a \"b\" \\ c")"#);
    assert_eq!(resolved("uct(iters=1_000_000)"), resolved("uct(iters=1e6)"));
}

#[test]
fn errors_say_what_was_found_and_what_is_valid() {
    let cases = [
        ("uctt", "unknown agent `uctt`, did you mean `uct`?; valid: `random`, `uct`, `process`"),
        (
            "uct(itres=5)",
            "`uct` has no option `itres`, did you mean `iters`?; valid: `iters`, `time`, `c`, `reuse`, `playout`, `eval`",
        ),
        ("random(x=1)", "`random` has no option `x`; it has none"),
        ("uct(c=1,c=2)", "`uct` is given `c` twice; keep one"),
        ("uct(c=-1)", "`uct`: `c` is `-1`, expected a number from 0 to 100"),
        ("uct(c=fast)", "`uct`: `c` is `fast`, expected a number from 0 to 100"),
        ("uct(iters=0)", "`uct`: `iters` is `0`, expected a whole number from 1 to any size, or `none`"),
        ("uct(iters=1.5)", "`uct`: `iters` is `1.5`, expected a whole number from 1 to any size, or `none`"),
        ("uct(reuse=1)", "`uct`: `reuse` is `1`, expected `true` or `false`"),
        ("uct(playout=nst)", "`uct`: `playout` is `nst`, expected `uniform`, `mast`"),
        ("uct(playout=mast(eps=2))", "`mast`: `eps` is `2`, expected a number from 0 to 1"),
        ("uct(eval=seeds)", "`uct`: `eval` is `seeds`, expected `stones`, `half`"),
        ("process", "`process` needs `cmd`: the command to start; write `process(cmd=…)`"),
        (
            "uct(iters=",
            "cannot read this spec: expected a number, a word, `true`, `false`, a \"quoted string\" or a spec\n  uct(iters=\n            ^",
        ),
        ("", "cannot read this spec: expected a name (lower-case letters, digits and hyphens)\n  \n  ^"),
        ("uct(iters)", "cannot read this spec: expected `=` and a value for `iters`\n  uct(iters)\n           ^"),
        ("uct(c=1.2.3)", "cannot read this spec: expected a number\n  uct(c=1.2.3)\n        ^"),
        ("uct)", "cannot read this spec: expected `(` or the end\n  uct)\n     ^"),
        ("uct(c=1", "cannot read this spec: expected `,` or `)`\n  uct(c=1\n         ^"),
        (
            "process(cmd=\"a)",
            "cannot read this spec: expected a closing `\"` for this quote\n  process(cmd=\"a)\n              ^",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(refused(text), message, "for `{text}`");
    }
}

#[test]
fn nesting_has_an_end() {
    let deep = "uct(playout=".repeat(10_000);
    assert!(refused(&deep).contains("at most 16 specs inside each other"));
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(7), ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused_without_a_panic(text in "\\PC{0,40}") {
        let _ = Spec::parse(&text).and_then(|spec| resolve(&spec, "agent", AGENTS, SCOPE));
    }

    #[test]
    fn nearly_right_text_is_read_or_refused_without_a_panic(text in "(uct|random|process)[(](c|iters|playout|cmd)[=](-?[0-9.e]{0,5}|\"|mast[(]|true)[),\"]{0,3}") {
        if let Ok(args) = Spec::parse(&text).and_then(|spec| resolve(&spec, "agent", AGENTS, SCOPE)) {
            prop_assert_eq!(resolved(&args.to_string()), args.to_string());
        }
    }
}
