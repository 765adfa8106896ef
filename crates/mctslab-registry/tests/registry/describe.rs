//! Everything that has a name can be explained.

use mctslab_core::spec::{Entry, Kind};
use mctslab_registry::{Catalog, Description};

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
    let catalog = Catalog::standard();
    for named in catalog.games().into_iter().chain(catalog.agents()) {
        choices(&named.entry, &mut names);
    }
    catalog.with_scope(&[], |scope| {
        for entry in scope.iter().flat_map(|(_, entries)| *entries) {
            names.push(entry.name);
            choices(entry, &mut names);
        }
    });
    assert!(names.contains(&"implicit-minimax") && names.contains(&"lines"), "{names:?}");
    names.extend(["sprt", "width", "file", "proven", "score", "stones"]);
    let parts = Catalog::standard().parts();
    for name in names {
        assert!(parts.iter().any(|part| part.entry.name == name), "{name}");
    }
    assert!(catalog.describe("no-such-part", Vec::new()).is_err());
}

#[test]
fn no_part_is_described_twice() {
    let parts = Catalog::standard().parts();
    for (place, part) in parts.iter().enumerate() {
        let same = |other: &Description| {
            (other.what, other.entry.name, other.entry.doc) == (part.what, part.entry.name, part.entry.doc)
        };
        assert!(!parts[..place].iter().any(same), "{}={}", part.what, part.entry.name);
    }
}
