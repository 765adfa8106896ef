//! The skill ladder of a game as a part of its description.

use mctslab_lab::{About, Agents, Settings};

use crate::complexity::{ComplexityStudy, ComplexityDocument};

/// A ladder with what it is called.
#[derive(Clone, Copy)]
pub(crate) struct LadderPart<'a> {
    /// The ladder.
    pub study: &'a ComplexityStudy,
    /// The touchstone's resolved spec.
    pub touchstone: &'a str,
    /// What the touchstone is called.
    pub name: &'a str,
    /// The study that would measure the same alone.
    pub format: &'a str,
}

impl LadderPart<'_> {
    /// Does something with the document that the ladder would have alone.
    pub(super) fn with_document<T>(&self, about: &About<'_>, work: impl FnOnce(&ComplexityDocument<'_>) -> T) -> T {
        let settings = Settings {
            command: "complexity".to_string(),
            agents: vec![self.touchstone.to_string(); 2],
            names: vec![self.name.to_string(); 2],
            games: 0,
            format: self.format.to_string(),
            short_format: self.format.to_string(),
            kind: Some(Agents::Touchstone),
            ..about.settings.clone()
        };
        let about = About { settings: &settings, names: &settings.names, anchor: None, ..about.clone() };
        work(&ComplexityDocument::new(about, self.study))
    }
}
