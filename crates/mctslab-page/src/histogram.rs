//! How many games were how long, as bars.

use std::collections::BTreeMap;

use maud::Markup;

use crate::axis::{Axis, nice_step};
use crate::plot::Chart;
use crate::series::{Bar, Series};

/// At most about so many bars make a histogram.
const BARS: u32 = 48;

/// The histogram of games by their plies; nothing of no games.
pub fn histogram(lengths: &BTreeMap<u32, u64>) -> Markup {
    let (Some((&shortest, _)), Some((&longest, _))) = (lengths.first_key_value(), lengths.last_key_value()) else {
        return Markup::default();
    };
    let step = (nice_step(f64::from(longest - shortest + 1) / f64::from(BARS)) as u32).max(1);
    let mut bars: Vec<Bar> = Vec::new();
    for (&plies, &games) in lengths {
        let from = f64::from(plies / step * step) - 0.5;
        match bars.last_mut().filter(|bar| bar.from == from) {
            Some(bar) => bar.height += games as f64,
            None => bars.push(Bar { from, to: from + f64::from(step), height: games as f64 }),
        }
    }
    let axis = if step > 1 { format!("plies (bars are {step} wide)") } else { "plies".to_string() };
    Chart::new(Axis::counted(&axis), Axis::counted("games").showing(0.0)).with(Series::bars("games", bars)).svg()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_short_games_share_few_bars() {
        let lengths: BTreeMap<u32, u64> = (1..=1000).map(|plies| (plies, 1)).collect();
        // Each is drawn for wide screens and for narrow ones.
        let bars_of = |lengths: &BTreeMap<u32, u64>| histogram(lengths).0.matches("<rect").count() / 2;
        let bars = bars_of(&lengths);
        // Round widths grow by two and a half at most.
        assert!((BARS as usize * 2 / 5..=BARS as usize + 1).contains(&bars), "{bars}");
        assert_eq!(bars_of(&BTreeMap::from([(7, 3)])), 1);
        assert_eq!(histogram(&BTreeMap::new()).0, "");
    }
}
