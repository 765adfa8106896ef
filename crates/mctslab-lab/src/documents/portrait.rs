//! The portrait of a game.

use mctslab_registry::samples::portrait::GameSample;
use serde::Serialize;
use serde_json::Value;

use super::reproduce::{reproduce_samples, settings_html};
use super::{About, Document, TextOptions, json_of};
use crate::report::Page;

/// What a game is like.
#[derive(Serialize)]
pub struct PortraitDocument<'a> {
    game: &'a str,
    games: usize,
    length: f64,
    #[serde(skip)]
    about: About<'a>,
}

impl<'a> PortraitDocument<'a> {
    /// The portrait from these games.
    pub fn new(about: About<'a>, samples: &'a [GameSample]) -> PortraitDocument<'a> {
        let plies: usize = samples.iter().map(|sample| sample.branching.len()).sum();
        PortraitDocument {
            game: about.game,
            games: samples.len(),
            length: plies as f64 / samples.len().max(1) as f64,
            about,
        }
    }
}

impl Document for PortraitDocument<'_> {
    fn json(&self) -> Value {
        json_of(self)
    }

    fn text(&self, _options: &TextOptions) -> String {
        format!("{}\n", self.headline())
    }

    fn page(&self) -> String {
        let mut page = Page::new(&self.about.title(&format!("analysis of {}", self.game)));
        page.push(&settings_html(
            "Settings",
            &self.about.origin_facts(),
            "",
            &reproduce_samples(self.about.settings),
            "",
        ));
        page.html()
    }

    fn headline(&self) -> String {
        format!("{:.1} plies in the mean of {} games", self.length, self.games)
    }
}
