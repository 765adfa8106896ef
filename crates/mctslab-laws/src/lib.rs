//! Laws for any input that comes from outside: no panic, no endless work, and input that was read
//! once can be read again.
//!
//! Each law is a function of bytes. A fuzzer calls it with its own bytes (the folder `fuzz`), and a
//! test with the inputs stored in `corpus`.

mod answers;
mod engine;
mod experiment;
mod position;
mod spec;
mod store;
mod worker;

use std::sync::LazyLock;

use mctslab_lab::Lab;
use mctslab_lab::registry::Catalog;
use mctslab_studies::standard_lab;

/// A law: its name, which is also the name of its folder of inputs, and its check of one input. The
/// check panics if the law is broken.
pub type Law = (&'static str, fn(&[u8]));

/// All of them.
pub const LAWS: &[Law] = &[
    ("answers", answers::law),
    ("engine", engine::law),
    ("experiment", experiment::law),
    ("position", position::law),
    ("spec", spec::law),
    ("store", store::law),
    ("worker", worker::law),
];

/// Checks the law with this name on an input.
///
/// # Panics
///
/// If the law is broken, or if no law has this name.
pub fn check(name: &str, input: &[u8]) {
    let (_, law) = LAWS.iter().find(|(known, _)| *known == name).expect("the name of a law");
    law(input);
}

static LAB: LazyLock<Lab> = LazyLock::new(|| standard_lab(Catalog::standard()));

/// One of several items, chosen by the first byte of an input, and the text after it.
fn chosen<'a, T>(input: &'a [u8], among: &'a [T]) -> Option<(&'a T, &'a str)> {
    let (first, rest) = input.split_first()?;
    let text = std::str::from_utf8(rest).ok()?;
    Some((&among[usize::from(*first) % among.len()], text))
}
