use mctslab_core::Rng;
use mctslab_registry::Catalog;
use mctslab_studies::standard_lab;

use super::*;
use crate::library::PaperLibrary;
use crate::raw::{RawCounts, RawSample};

const FILE: &str = r#"
key = "test"
authors = ["Ada Lovelace"]
title = "Notes"
year = 1843

[[ids]]
id = "test-table"
title = "A number"
published_in = "Table 1"
cpu = "10 s"

[ids.axes]
row = [{ name = "a" }, { name = "b" }]

[[ids.runs]]
label = "<row>"
each = ["row"]
game = "tic-tac-toe"
study = "match(games=<games:100>)"
agents = ["random", "random"]

[[ids.rows]]
label = "<row>"
each = ["row"]
run = "<row>"
path = "agents[0]"
as = "wins"
published = 0.5

[[ids.claims]]
id = "one"
text = "A row is near."
kind = "inside"
rows = ["a"]
within = 0.05

[[ids.claims]]
id = "two"
text = "Two rows are near."
kind = "inside"
rows = ["<row>"]
over = ["row"]
within = 0.05

[[ids.claims]]
id = "apart"
text = "A remark."
kind = "inside"
rows = ["a"]
low = 0.49
high = 0.51
counts = false
because = "It is ours."
"#;

/// Stages of a hundred games and their doublings, of rows that are won with these shares.
fn add_stage(deciding: &mut Deciding<'_>, rows: &BTreeMap<String, u32>, share: &mut impl FnMut(u64) -> u64) {
    let sample = |(key, stage): (&String, &u32)| {
        let games = (100.0 * RunStage { stage: *stage, merges: true }.factor()) as u64;
        let wins = share(games);
        let counts = vec![RawCounts::Games { wins, draws: 0, losses: games - wins }];
        (key.clone(), RawSample { turn: 0, stage: *stage, seed: 1, counts })
    };
    let samples = rows.iter().map(sample).collect();
    deciding.add(vec![StageCounts { samples, ..StageCounts::default() }], rows);
}

/// How many of 400 runs refute and how many confirm the claims about one and two rows that are won
/// with this share, over seven stages at most.
fn verdicts(truth: f64, seed: u64) -> [(u32, u32); 2] {
    let lab = standard_lab(Catalog::standard());
    let library = PaperLibrary::of_file("test.toml", FILE).expect("a paper");
    let id = library.ids().next().expect("an id");
    let mut random = Rng::new(seed);
    let mut share = |games: u64| (0..games).filter(|_| random.unit() < truth).count() as u64;
    let mut deciding = Deciding::new(&lab, id, &PaperSettings::default(), None).expect("an id");
    let mut found = [(0, 0); 2];
    for _ in 0..400 {
        deciding.evidence = PaperEvidence { staged: true, ..PaperEvidence::default() };
        while let Some((_, _, rows)) = deciding.batch().filter(|_| deciding.evidence.turn < 7) {
            add_stage(&mut deciding, &rows, &mut share);
        }
        for (place, (refuted, confirmed)) in found.iter_mut().enumerate() {
            match deciding.verdict(&deciding.paper.expanded.claims[place]) {
                ClaimVerdict::NotReproduced => *refuted += 1,
                ClaimVerdict::Reproduced => *confirmed += 1,
                _ => {}
            }
        }
    }
    found
}

#[test]
fn a_true_claim_is_refuted_in_at_most_five_of_a_hundred_and_a_false_one_nearly_always() {
    // The published number itself; the edge of the tolerance; twice the tolerance.
    for (refuted, confirmed) in verdicts(0.5, 1) {
        assert!(refuted <= 20 && confirmed >= 360, "true: {refuted} refuted, {confirmed} confirmed of 400");
    }
    for (refuted, confirmed) in verdicts(0.55, 2) {
        assert!(refuted <= 20 && confirmed <= 20, "at the edge: {refuted} refuted, {confirmed} confirmed of 400");
    }
    for (refuted, confirmed) in verdicts(0.6, 3) {
        assert!(refuted >= 360 && confirmed <= 20, "false: {refuted} refuted, {confirmed} confirmed of 400");
    }
}

#[test]
fn a_claim_that_was_decided_keeps_its_verdict_and_a_document_is_enough_to_go_on() {
    let lab = standard_lab(Catalog::standard());
    let library = PaperLibrary::of_file("test.toml", FILE).expect("a paper");
    let id = library.ids().next().expect("an id");
    let settings = PaperSettings::default();
    let mut deciding = Deciding::new(&lab, id, &settings, None).expect("an id");
    let names = |deciding: &Deciding<'_>| deciding.open().into_iter().map(|claim| claim.name).collect::<Vec<_>>();
    assert_eq!(names(&deciding), ["one", "two"], "what does not count is not played for");
    let (_, _, rows) = deciding.batch().expect("a batch");
    assert_eq!(rows.values().copied().collect::<Vec<_>>(), [1, 1]);
    // 90 of 100: not within 0.05 of a half, whatever comes.
    add_stage(&mut deciding, &rows, &mut |games| games * 9 / 10);
    assert!(names(&deciding).is_empty() && deciding.batch().is_none());
    let key = |name: &str| deciding.evidence.looks[name];
    assert_eq!((key("one"), key("two")), (ClaimLook { look: 1, turn: 1 }, ClaimLook { look: 1, turn: 1 }));
    let verdict = |document: &PaperDocument, id: &str| {
        let claim = document.claims.iter().find(|claim| claim.id == id).expect("a claim");
        (claim.verdict, claim.look, claim.turn)
    };
    let rows = BTreeMap::from([("a".to_string(), 2)]);
    add_stage(&mut deciding, &rows, &mut |games| games / 10);
    let document = deciding.document(&**lab.hints());
    assert_eq!(verdict(&document, "one"), (ClaimVerdict::NotReproduced, 1, 1), "the second sample came too late");
    assert_eq!(document.rows[0].raw.len(), 2);
    assert_eq!(document.rows[0].measured, Some(0.5));
}

#[test]
fn a_row_of_which_nothing_is_counted_is_not_played_for_ever() {
    let lab = standard_lab(Catalog::standard());
    let library = PaperLibrary::of_file("test.toml", FILE).expect("a paper");
    let id = library.ids().next().expect("an id");
    let mut deciding = Deciding::new(&lab, id, &PaperSettings::default(), None).expect("an id");
    let (_, _, rows) = deciding.batch().expect("a batch");
    deciding.add(Vec::new(), &rows);
    assert!(deciding.batch().is_none() && deciding.open().len() == 2, "both stay open");
}
