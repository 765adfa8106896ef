//! Values of the same players in several games, with their intervals: a group of lines for each
//! game. A player has the same mark in every group.

use std::fmt::Write;

use maud::Markup;

use crate::axis::Axis;
use crate::marks::{Mark, MarkedValue, ValueLine, push_value};
use crate::svg::{GRID, LETTER, WIDTH, both, coloured, escape, opening, shortened};

/// The height of a line.
const ROW: f64 = 22.0;
/// The height of the name of a group.
const HEADING: f64 = 26.0;
/// Names of more letters stand in a legend.
const LONGEST: usize = 34;

/// What is known of a player in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerValue {
    /// The number of the player.
    pub player: usize,
    /// The value; `None` if nothing is known.
    pub value: Option<f64>,
    /// Lower end; `None` if it is open.
    pub low: Option<f64>,
    /// Upper end; `None` if it is open.
    pub high: Option<f64>,
    /// The number as text.
    pub text: String,
}

/// Values of players, game by game.
pub struct ForestPlot {
    axis: Axis,
    even: Option<f64>,
    players: Vec<String>,
    groups: Vec<(String, Vec<PlayerValue>)>,
}

/// Where things stand.
struct Columns {
    /// Whether the name of a player stands on its line; else there is a legend.
    named: bool,
    left: f64,
    right: f64,
}

impl ForestPlot {
    /// A plot over this axis of players with these names.
    pub fn new(axis: Axis, players: Vec<String>) -> ForestPlot {
        ForestPlot { axis, even: None, players, groups: Vec::new() }
    }

    /// Adds a game with the values of its players.
    pub fn group(&mut self, game: &str, values: Vec<PlayerValue>) {
        self.groups.push((game.to_string(), values));
    }

    /// Draws a broken line at this value, to compare with.
    pub fn even_at(self, value: f64) -> ForestPlot {
        ForestPlot { even: Some(value), ..self }
    }

    /// The plot as SVG, for wide screens and for narrow ones.
    pub fn svg(&self) -> Markup {
        both(WIDTH, |width, class| self.drawn(width, class))
    }

    fn values(&self) -> impl Iterator<Item = &PlayerValue> {
        self.groups.iter().flat_map(|(_, values)| values)
    }

    fn columns(&self, width: f64) -> Columns {
        let letters = |texts: &mut dyn Iterator<Item = usize>| LETTER * texts.max().unwrap_or(0) as f64;
        let longest = self.players.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let named = width >= WIDTH && longest <= LONGEST;
        let texts = letters(&mut self.values().map(|one| one.text.chars().count()));
        let left = if named { 24.0 + LETTER * longest as f64 } else { 14.0 };
        Columns { named, left, right: width - texts - 16.0 }
    }

    fn drawn(&self, width: f64, class: &str) -> String {
        let Columns { named, left, right } = self.columns(width);
        let data = self.values().flat_map(|one| [one.value, one.low, one.high]).flatten();
        let ends = self.axis.padded_ends(data.chain(self.even));
        let across = |even: f64| left + (even - ends.0) / (ends.1 - ends.0) * (right - left);
        let place = |value: f64| self.axis.even(value).map(across);
        let line = ValueLine { left, right, place: &place };
        let (legend, top) = if named { (String::new(), 4.0) } else { self.legend(width) };
        let rows = self.values().count() as f64;
        let bottom = top + HEADING * self.groups.len() as f64 + ROW * rows + 4.0;
        let mut svg = opening(class, &self.axis.label, width, bottom + 42.0) + &legend;
        for (even, text) in self.axis.ticks(ends, if width < WIDTH { 3 } else { 8 }) {
            let x = across(even);
            let _ = writeln!(
                svg,
                "<path class=\"rule\" {GRID} d=\"M{x:.1} {top:.1}V{bottom:.1}\"/><text class=\"tick\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{text}</text>",
                bottom + 16.0
            );
        }
        if let Some(x) = self.even.and_then(place) {
            let _ = writeln!(svg, "<path class=\"even\" {GRID} d=\"M{x:.1} {top:.1}V{bottom:.1}\"/>");
        }
        let mut y = top;
        for (game, values) in &self.groups {
            let _ = writeln!(
                svg,
                "<text class=\"group\" font-weight=\"bold\" x=\"4\" y=\"{:.1}\">{}</text>",
                y + 18.0,
                escape(&shortened(game, ((width - 8.0) / LETTER) as usize))
            );
            y += HEADING;
            for one in values {
                self.push_line(&mut svg, one, y + ROW / 2.0, &line, (named, width));
                y += ROW;
            }
        }
        let middle = f64::midpoint(left, right);
        let label = escape(&self.axis.label);
        let _ = writeln!(
            svg,
            "<text class=\"label\" x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>\n</svg>",
            bottom + 36.0
        );
        svg
    }

    fn push_line(
        &self,
        svg: &mut String,
        one: &PlayerValue,
        y: f64,
        line: &ValueLine<'_>,
        (named, width): (bool, f64),
    ) {
        if named {
            let name = self.players.get(one.player).map_or("", String::as_str);
            let _ = write!(svg, "<text x=\"14\" y=\"{:.1}\">{}</text>", y + 4.0, escape(name));
        }
        let text = escape(&one.text);
        let _ = writeln!(
            svg,
            "<text class=\"label\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
            width - 4.0,
            y + 4.0
        );
        if let Some(value) = one.value {
            push_value(svg, line, y, &MarkedValue { value, low: one.low, high: one.high }, Mark::of_player(one.player));
        }
    }

    /// The names of all players with their marks, and where what is below them begins.
    fn legend(&self, width: f64) -> (String, f64) {
        let (mut svg, mut x, mut y) = (String::new(), 8.0, 16.0);
        for (player, name) in self.players.iter().enumerate() {
            let name = shortened(name, ((width - 30.0) / LETTER) as usize);
            let wide = 30.0 + LETTER * name.chars().count() as f64;
            if x > 8.0 && x + wide > width {
                (x, y) = (8.0, y + 20.0);
            }
            let mark = Mark::of_player(player);
            svg += &coloured(mark.colour);
            mark.push(&mut svg, (x + 5.0, y - 4.0));
            let _ = writeln!(svg, "</g><text x=\"{:.1}\" y=\"{y:.1}\">{}</text>", x + 16.0, escape(&name));
            x += wide;
        }
        (svg, y + 10.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(names: &[&str]) -> ForestPlot {
        let mut plot =
            ForestPlot::new(Axis::log2("iterations"), names.iter().map(|name| (*name).to_string()).collect());
        for game in ["nim", "hex"] {
            let value = |player: usize| PlayerValue {
                player,
                value: Some(4.0 + player as f64),
                low: Some(2.0),
                high: (player > 0).then_some(64.0),
                text: format!("{}", 4 + player),
            };
            plot.group(game, (0..names.len()).map(value).collect());
        }
        plot
    }

    #[test]
    fn a_player_has_the_same_mark_in_every_game_and_a_name_on_every_line() {
        let svg = plot(&["<a>", "b"]).drawn(WIDTH, "");
        assert_eq!((svg.matches("class=\"k0\"").count(), svg.matches("class=\"k1\"").count()), (2, 2), "{svg}");
        assert_eq!((svg.matches(">&lt;a&gt;</text>").count(), svg.matches(">b</text>").count()), (2, 2), "{svg}");
        assert!(svg.contains(">nim</text>") && svg.contains(">hex</text>") && !svg.contains("NaN"));
    }

    #[test]
    fn where_names_do_not_fit_there_is_a_legend() {
        let long = "uct(iters=2000,c=0.7,playout=mast(eps=0.1),select=grave)";
        for svg in [plot(&["<a>", long]).drawn(WIDTH, ""), plot(&["<a>", "b"]).drawn(360.0, "slim")] {
            assert_eq!(svg.matches(">&lt;a&gt;</text>").count(), 1, "{svg}");
            assert_eq!(svg.matches("class=\"k0\"").count(), 3, "the legend and two games: {svg}");
        }
        let empty = ForestPlot::new(Axis::linear("score"), Vec::new()).svg().into_string();
        assert!(!empty.contains("NaN") && !empty.contains("inf"), "{empty}");
    }
}
