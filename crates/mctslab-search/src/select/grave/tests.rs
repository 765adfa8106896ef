//! Laws of estimates.

use mctslab_core::{Listener, Rng};

use super::estimates::HALVED_EVERY;
use super::*;
use crate::select::testing::children;
use crate::tree::Proof;

const BOTH: [Player; 2] = [Player::FIRST, Player::SECOND];

#[test]
fn estimates_by_hand() {
    // Two players with four moves each. The first iteration: 0 plays 1, 1 plays 3 (code 7), 0 plays
    // 1 again, 1 plays 2.
    for marked in [false, true] {
        let mut grave = Grave::new(0, 0.5, 1.0, 2, 4);
        let mut marks = if marked { grave.marks() } else { Marks::default() };
        let (root, child) =
            (grave.add_table(1 << 20).expect("room for a table"), grave.add_table(1 << 20).expect("room for a table"));
        grave.learn([root, child].into_iter(), &[1, 7, 1, 6], &mut marks, &Payoffs::new(&[1.0, 0.0]));
        grave.learn([root].into_iter(), &[0, 6, 1], &mut marks, &Payoffs::new(&[0.0, 1.0]));
        assert!(marks.lanes().as_flattened().iter().all(|&mark| mark == 0.0), "set back");
        let [first, second] = BOTH.map(|player| [0, 1, 2, 3].map(|index| grave.rate(root, player, index)));
        assert_eq!(first, [Some(0.0), Some(0.5), None, None], "2 and 3 were never made");
        assert_eq!(second, [None, None, Some(0.5), Some(0.0)]);
        let [first, second] = BOTH.map(|player| [0, 1, 2, 3].map(|index| grave.rate(child, player, index)));
        assert_eq!(first, [None, Some(1.0), None, None]);
        assert_eq!(second, [None, None, Some(0.0), Some(0.0)]);
        // Index 1 at the root: ñ = 2, estimate 0.5; n = 3, mean 0.2: β = 2 / (2 + 3 + 0.5 · 3 · 2)
        // = 0.25; 0.75·0.2 + 0.25·0.5.
        let mut nodes = children(&[(3, 0.2), (0, 0.0), (3, 0.2)]);
        grave.adjust(root, Player::FIRST, [1, 0, 2].into_iter(), &mut nodes);
        assert!((nodes[0].mean() - 0.275).abs() < 1e-12, "{}", nodes[0].mean());
        assert_eq!(nodes[1].mean(), 0.0, "without visits the estimate alone");
        assert_eq!(nodes[2].mean(), 0.2, "no estimate, no change");
    }
}

#[test]
fn marks_count_at_every_node_passed() {
    let mut grave = Grave::new(0, 0.5, 1.0, 2, 4);
    let mut marks = grave.marks();
    let (root, child) =
        (grave.add_table(1 << 20).expect("room for a table"), grave.add_table(1 << 20).expect("room for a table"));
    for player in BOTH {
        marks.report(player, 2);
    }
    grave.learn([root, child].into_iter(), &[1, 7], &mut marks, &Payoffs::new(&[1.0, 0.0]));
    for table in [root, child] {
        let [first, second] = BOTH.map(|player| grave.rate(table, player, 2));
        assert_eq!((first, second, grave.rate(table, Player::SECOND, 3)), (Some(1.0), Some(0.0), Some(0.0)));
    }
    let made_first = [root, child].map(|table| grave.rate(table, Player::FIRST, 1));
    assert_eq!(made_first, [Some(1.0), None], "made above the child");
}

#[test]
fn many_codes_have_no_marks() {
    let lanes = [(2, 4), (3, 9), (2, 320), (2, 321)].map(|(players, bound)| {
        let grave = Grave::new(0, 0.0, 1.0, players, bound);
        grave.marks().lanes().len()
    });
    assert_eq!(lanes, [2, 6, 80, 0]);
}

#[test]
fn tables_can_be_kept_and_are_limited() {
    let mut grave = Grave::new(0, 0.0, 1.0, 2, 1);
    let each = 4 * size_of::<Lanes>() + size_of::<Brood>();
    let room = 3 * (each + Siblings::most_bytes(1));
    let tables: Vec<TableId> = (0..3).map(|_| grave.add_table(room).expect("room for a table")).collect();
    assert_eq!(grave.add_table(room), None);
    grave.learn([tables[2]].into_iter(), &[0], &mut Marks::default(), &Payoffs::new(&[1.0, 0.0]));
    grave.keep_tables(&[tables[2], tables[0]]);
    let rate = |table| grave.rate(table, Player::FIRST, 0);
    assert_eq!((rate(1), rate(2), grave.bytes()), (Some(1.0), None, 2 * each));
}

#[test]
fn long_searches_leave_room_for_more() {
    let mut grave = Grave::new(0, 0.0, 1.0, 1, 1);
    let table = grave.add_table(1 << 20).expect("room for a table");
    for paid in [1.0, 0.0, 1.0, 1.0] {
        grave.learn([table].into_iter(), &[0], &mut Marks::default(), &Payoffs::new(&[paid]));
    }
    grave.refresh(table, HALVED_EVERY - 1);
    assert_eq!(grave.of_player(table, Player::FIRST).0[0], 4.0);
    grave.refresh(table, HALVED_EVERY);
    assert_eq!((grave.of_player(table, Player::FIRST).0[0], grave.rate(table, Player::FIRST, 0)), (2.0, Some(0.75)));
}

/// Children of random statistics, some proven, and moves of random indices below `bound`.
fn family(count: usize, bound: usize, rng: &mut Rng) -> (Vec<Node>, Vec<usize>) {
    let mut indices: Vec<usize> = (0..bound).collect();
    for place in 0..count {
        indices.swap(place, place + rng.below((bound - place) as u32) as usize);
    }
    indices.truncate(count);
    let children = (0..count).map(|_| {
        let (visits, mean) = (1 + rng.below(40), rng.unit());
        let proof = match rng.below(8) {
            0 => Some((Proof::Loss, 0.0)),
            1 => Some((Proof::Draw, 0.5)),
            _ => None,
        };
        Node::copied(visits, mean, proof)
    });
    (children.collect(), indices)
}

#[test]
fn the_choice_is_that_of_adjusted_means_and_ucb1() {
    let mut rng = Rng::new(3);
    for case in 0..2000 {
        // From few to many moves, with few or many of the indices.
        let bound = [7, 30, 64, 200][case % 4];
        let count = 1 + rng.below(bound as u32) as usize;
        let mut grave = Grave::new(0, 1e-5 * f64::from(rng.below(2000)), rng.unit(), 2, bound);
        let (table, other) =
            (grave.add_table(1 << 20).expect("room for a table"), grave.add_table(1 << 20).expect("room"));
        let (mut children, indices) = family(count, bound, &mut rng);
        for _ in 0..40 {
            let codes: Vec<u32> = (0..20).map(|_| rng.below(2 * bound as u32)).collect();
            let payoffs = Payoffs::duel([None, Some(Player::FIRST), Some(Player::SECOND)][rng.below(3) as usize]);
            grave.learn([table].into_iter(), &codes, &mut Marks::default(), &payoffs);
        }
        let scale = rng.unit();
        // By the children themselves, by copies, and by copies that were updated after a change.
        for own in [0, other, other] {
            let mut adjusted = children.clone();
            grave.adjust(table, Player::SECOND, indices.iter().copied(), &mut adjusted);
            let score = |place: usize| {
                let score = adjusted[place].mean() + scale * adjusted[place].rarity();
                if score.is_nan() { f64::NEG_INFINITY } else { score }
            };
            let greatest = (0..count).map(score).fold(f64::NEG_INFINITY, f64::max);
            let tables = (table, own);
            let picked = grave.pick(tables, Player::SECOND, &indices, |index| index, &children, scale);
            let found = score(picked);
            assert!(found >= greatest - 1e-5, "case {case}, {own}: {found} at {picked} of {greatest}");
            if own != 0 {
                let place = rng.below(count as u32) as usize;
                children[place] = family(1, 1, &mut rng).0[0];
                grave.update(own, place, indices[place], &children[place]);
            }
        }
    }
}

#[test]
fn of_equals_the_first_child_is_taken() {
    let mut grave = Grave::new(0, 0.0, 1.0, 2, 24);
    let tables: Vec<TableId> = (0..3).map(|_| grave.add_table(1 << 20).expect("room for a table")).collect();
    let mut indices: Vec<usize> = (0..20).rev().collect();
    let mut children = children(&[(3, 0.5); 20]);
    // The slots of copies are in the order of indices first, and in that of the children then.
    for (own, many) in [(tables[1], 20), (tables[2], 11)] {
        let (children, indices) = (&mut children[..many], &mut indices[..many]);
        let mut pick = |children: &[Node]| grave.pick((tables[0], own), Player::FIRST, indices, |at| at, children, 0.4);
        assert_eq!(pick(children), 0);
    }
    for place in [4, 9] {
        children[place] = Node::copied(3, 0.75, None);
        grave.update(tables[1], place, indices[place], &children[place]);
        grave.update(tables[2], place, indices[place], &children[place]);
    }
    for (own, many) in [(0, 20), (tables[1], 20), (tables[2], 11)] {
        let picked = grave.pick((tables[0], own), Player::FIRST, &indices[..many], |at| at, &children[..many], 0.4);
        assert_eq!(picked, 4);
    }
}
