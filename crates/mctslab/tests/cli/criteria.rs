//! `mctslab criteria`: simulated matches, as Figure 2 of Lanzi has them.

use serde_json::Value;

use crate::store::place;
use crate::{json, mctslab, stdout};

/// The cell of a win and a draw probability in tenths.
fn cell(found: &Value, win: usize, draw: usize) -> &Value {
    let cell = &found["cells"][11 * win + draw];
    let tenths = |share: &Value| (share.as_f64().expect("a probability") * 10.0).round() as usize;
    assert_eq!((tenths(&cell["p"]), tenths(&cell["t"])), (win, draw), "{cell}");
    cell
}

fn mean(cell: &Value, key: &str) -> f64 {
    cell[key]["mean"].as_f64().unwrap_or_else(|| panic!("{key}: {cell}"))
}

#[test]
fn the_figure_is_the_published_one() {
    let found = json(&["criteria", "connect-four", "--seeds", "40", "--no-store", "-q", "--json"]);
    assert_eq!((&found["games"], &found["seeds"]), (&1000.into(), &40.into()));
    assert_eq!(found["cells"].as_array().map(Vec::len), Some(121));
    // Qualities as published, by the win and the draw probability in tenths.
    for (win, draw, quality) in [
        (0, 0, 0.001),
        (0, 1, 0.325),
        (0, 5, 0.843),
        (1, 3, 0.768),
        (3, 0, 0.823),
        (3, 6, 0.971),
        (5, 0, 0.973),
        (5, 5, 0.981),
        (9, 4, 0.839),
        (10, 10, 0.986),
    ] {
        let near = mean(cell(&found, win, draw), "quality") - quality;
        assert!(near.abs() <= if quality < 0.7 { 0.05 } else { 0.02 }, "seed 1, {win} {draw}: off by {near}");
    }
    for win in 0..=10 {
        for draw in 0..=10 {
            let (share, one) = ((2.0 * win as f64 / 10.0 - 1.0).abs(), cell(&found, win, draw));
            let decided = 1.0 - draw as f64 / 10.0;
            // The mean of |wins - losses| of equals is √(2·games·(1 - t)/π).
            let expected =
                if win == 5 { (2.0 * decided / std::f64::consts::PI / 1000.0).sqrt() } else { decided * share };
            let error = one["score_difference"]["se"].as_f64().expect("an error");
            let off = (mean(one, "score_difference") - expected).abs();
            // Near equality the absolute value is a little above that of the difference.
            assert!(off <= 4.0 * error + 1e-4, "seed 1, {win} {draw}: {one}, expected {expected}");
        }
    }
}

#[test]
fn no_game_is_played_and_nothing_depends_on_which_is_named() {
    let words = |game| ["criteria", game, "--games", "50", "--seeds", "6", "--no-store", "-q", "--json"];
    let (one, other) = (json(&words("nim")), json(&words("triad")));
    assert_eq!((&one["cells"], &one["game"]), (&other["cells"], &"nim".into()));
    assert!(one["cells"][0]["quality"]["n"] == 6 && one["cells"][3]["t"] == 0.3, "{one}");
    let refused = mctslab(&["criteria", "nim", "--games", "0", "--no-store"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("games"), "{refused:?}");
}

#[test]
fn text_and_page_have_both_grids() {
    let (folder, db) = place();
    let text = stdout(&["criteria", "nim", "--games", "20", "--seeds", "3", "--db", &db, "-q"]);
    assert!(text.contains("Score difference") && text.contains("TrueSkill match quality"), "{text}");
    assert_eq!(text.matches("win \\ draw").count(), 2, "{text}");
    let page = folder.path().join("page.html").display().to_string();
    stdout(&["report", "1", "--db", &db, "-o", &page]);
    let html = std::fs::read_to_string(page).expect("a page");
    assert!(html.contains("by win probability and draw probability") && !html.contains("NaN"), "{html}");
}
