//! The colours of series and players.

/// Colours that the style sheet has; further series take them again.
pub(crate) const COLOURS: usize = 8;
/// The light colours of the style sheet.
pub(crate) const PALETTE: [&str; COLOURS] =
    ["#2869ab", "#cf6a1f", "#3f8a4c", "#8757a5", "#a07a1c", "#22888c", "#b1446c", "#68717d"];
