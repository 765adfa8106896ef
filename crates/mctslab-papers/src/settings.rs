//! How an id of a paper is run, and what its runs and rows are called.

use mctslab_lab::LabError;

/// The name of a run or of a row in its id.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RunKey {
    /// What it is called.
    pub(crate) label: String,
    /// The profile that it belongs to, where there are several.
    pub(crate) profile: Option<String>,
}

impl RunKey {
    pub(super) fn new(label: String, profile: Option<&str>) -> RunKey {
        RunKey { label, profile: profile.map(str::to_string) }
    }

    /// The name that is unique in the id.
    pub(crate) fn text(&self) -> String {
        self.profile.as_ref().map_or_else(|| self.label.clone(), |profile| format!("{} @{profile}", self.label))
    }
}

/// `Hex=0.1`: words of labels, and a scale for the rows that contain them.
pub fn row_scale(text: &str) -> Result<(String, f64), LabError> {
    let (words, scale) = text
        .split_once('=')
        .filter(|(words, _)| !words.trim().is_empty())
        .ok_or_else(|| LabError::Request("write a part of a label, `=` and a scale, as in `Hex=0.1`".to_string()))?;
    let no_number = |_| LabError::Request(format!("`{scale}` is not a number; write `{words}=0.1`"));
    Ok((words.trim().to_string(), scale.trim().parse().map_err(no_number)?))
}

/// How an id is to be run.
#[derive(Clone, Debug, PartialEq)]
pub struct PaperSettings {
    /// Sample sizes are multiplied by this.
    pub scale: f64,
    /// Those of rows whose label contains one of these words by this in its place.
    pub scales: Vec<(String, f64)>,
    /// Iterations per move are multiplied by this.
    pub budget: f64,
    /// Which budgets are used, of those that the id has; its first if none is named.
    pub budgets: Option<String>,
    /// Only this profile.
    pub profile: Option<String>,
    /// Whether moves get the paper's seconds in place of iterations.
    pub time: bool,
    /// The seed.
    pub seed: u64,
    /// Whether only the rows that are marked `core` are run.
    pub sample: bool,
    /// If there are any: only rows whose label contains one of these.
    pub rows: Vec<String>,
    /// Whether a file that somebody else may have written may start programs.
    pub engines_allowed: bool,
}

impl Default for PaperSettings {
    fn default() -> PaperSettings {
        PaperSettings {
            scale: 1.0,
            scales: Vec::new(),
            budget: 1.0,
            budgets: None,
            profile: None,
            time: false,
            seed: 1,
            sample: false,
            rows: Vec::new(),
            engines_allowed: false,
        }
    }
}

impl PaperSettings {
    /// What the sample sizes of a run or row of this label are multiplied by.
    pub(super) fn scale_of(&self, label: &str) -> f64 {
        self.scales.iter().find(|(words, _)| has_words(label, words)).map_or(self.scale, |(_, scale)| *scale)
    }
}

/// Whether a label contains these words, from the beginning of one on: `200 SD` is not meant by
/// `1200 SD`.
pub(super) fn has_words(label: &str, words: &str) -> bool {
    let starts_word = |(place, _): (usize, &str)| !label[..place].ends_with(char::is_alphanumeric);
    label.match_indices(words).any(starts_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_named_by_whole_words() {
        assert!(has_words("200 SD estimate", "200 SD") && has_words("C4 500 SD", "500"));
        assert!(!has_words("1200 SD estimate", "200 SD") && !has_words("C4 500", "Awari"));
        let scales = vec![("Hex".to_string(), 0.1)];
        let settings = PaperSettings { scale: 0.4, scales, ..PaperSettings::default() };
        assert_eq!((settings.scale_of("Hex: AMS v MCTS"), settings.scale_of("Reversi: AMS v MCTS")), (0.1, 0.4));
    }
}
