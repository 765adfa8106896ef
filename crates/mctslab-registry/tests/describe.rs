//! Everything that has a name can be explained.

use mctslab_core::spec::{Entry, Kind};
use mctslab_registry::{Description, agents, describe, games, parts};

/// Every choice of every option, at any depth.
fn choices(entry: &Entry, all: &mut Vec<&'static str>) {
    for param in entry.params {
        if let Kind::Choice(entries) = param.kind {
            for entry in entries {
                all.push(entry.name);
                choices(entry, all);
            }
        }
    }
}

#[test]
fn every_choice_of_every_option_is_described() {
    let mut names = Vec::new();
    for named in games().into_iter().chain(agents()) {
        choices(&named.entry, &mut names);
    }
    assert!(names.contains(&"implicit-minimax") && names.contains(&"lines"), "{names:?}");
    names.extend(["sprt", "width", "file", "swiss", "knockout", "proven", "score", "stones"]);
    let parts = parts();
    for name in names {
        assert!(parts.iter().any(|part| part.entry.name == name), "{name}");
    }
    assert!(describe("no-such-part", Vec::new()).is_err());
}

#[test]
fn no_part_is_described_twice() {
    let parts = parts();
    for (place, part) in parts.iter().enumerate() {
        let same = |other: &Description| {
            (other.what, other.entry.name, other.entry.doc) == (part.what, part.entry.name, part.entry.doc)
        };
        assert!(!parts[..place].iter().any(same), "{}={}", part.what, part.entry.name);
    }
}
