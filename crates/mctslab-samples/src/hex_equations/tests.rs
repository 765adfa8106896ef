//! The equations in every position of a board of 4x4 cells, and against the game's own play.

use mctslab_core::{Rng, Visit};

use super::*;
use crate::testing;

/// The board of 4x4 cells, by the rules of Hex and nothing else: whether these stones join the top
/// and bottom rows.
fn joins(stones: u32) -> bool {
    let mut reached = stones & 0xf;
    loop {
        let (left, right) = (reached >> 1 & 0x7777, reached << 1 & 0xeeee);
        // Cell b2 touches b1, c1, a2, c2, a3 and b3.
        let up = reached >> 4 | (reached >> 3 & 0x0eee);
        let down = reached << 4 | (reached << 3 & 0x7770);
        let next = (reached | left | right | up | down) & stones & 0xffff;
        if next == reached {
            return reached & 0xf000 != 0;
        }
        reached = next;
    }
}

/// The winner of each filled board.
struct TestBoard {
    /// By the set of cells of the player who joins top and bottom.
    first_wins: Vec<bool>,
}

const FULL: u32 = 0xffff;

impl TestBoard {
    fn new() -> TestBoard {
        TestBoard { first_wins: (0..=FULL).map(joins).collect() }
    }

    /// Whether the player `first` wins with these cells and all others the other player's.
    fn wins(&self, first: bool, cells: u32) -> bool {
        if first { self.first_wins[cells as usize] } else { !self.first_wins[(FULL ^ cells) as usize] }
    }

    /// The number of fillings of `empty` with `own` more cells for the player, and the number that
    /// win.
    fn fillings(&self, first: bool, stones: u32, empty: u32, own: u32) -> (u64, u64) {
        let (mut all, mut won, mut subset) = (0, 0, empty);
        loop {
            if subset.count_ones() == own {
                all += 1;
                won += u64::from(self.wins(first, stones | subset));
            }
            if subset == 0 {
                return (all, won);
            }
            subset = (subset - 1) & empty;
        }
    }

    /// The fewest cells that give a win with all others the other player's.
    fn fewest(&self, first: bool, stones: u32, empty: u32) -> Option<u32> {
        let (mut fewest, mut subset) = (None, empty);
        loop {
            if self.wins(first, stones | subset) && fewest.is_none_or(|fewest| subset.count_ones() < fewest) {
                fewest = Some(subset.count_ones());
            }
            if subset == 0 {
                return fewest;
            }
            subset = (subset - 1) & empty;
        }
    }

    /// Every undecided position with N empty cells: the side to move, his stones, the empty cells.
    fn each(&self, cells: u32, mut see: impl FnMut(bool, u32, u32)) {
        let filled = 16 - cells;
        for empty in (0..=FULL).filter(|empty| empty.count_ones() == cells) {
            let rest = FULL ^ empty;
            let mut x = rest;
            loop {
                let o = rest ^ x;
                let undecided = !self.wins(true, x) && !self.wins(false, o);
                if x.count_ones() == filled.div_ceil(2) && undecided {
                    let first = filled.is_multiple_of(2);
                    see(first, if first { x } else { o }, empty);
                }
                if x == 0 {
                    break;
                }
                x = (x - 1) & rest;
            }
        }
    }

    /// Checks both equations in every undecided position with N empty cells; their number.
    fn check(&self, cells: u32) -> u64 {
        let (n, own, mut positions) = (cells as usize, cells.div_ceil(2), 0);
        let share = |count: u32, cells: u32, own: u32| f64::from(count) / binomial(cells, own) as f64;
        let mut expanded = vec![0; 1 << n];
        self.each(cells, |first, stones, empty| {
            positions += 1;
            let bits: Vec<u32> = (0..16).map(|cell| 1 << cell).filter(|bit| empty & bit != 0).collect();
            let (mut all, mut fewest) = (0, u32::MAX);
            let (mut mine, mut others, mut pairs) = ([0; 8], [0; 8], [[0; 8]; 8]);
            for mask in 0..1_u32 << n {
                let place = mask as usize;
                expanded[place] =
                    if mask == 0 { 0 } else { expanded[place & (place - 1)] | bits[mask.trailing_zeros() as usize] };
                if !self.wins(first, stones | expanded[place]) {
                    continue;
                }
                fewest = fewest.min(mask.count_ones());
                if mask.count_ones() == own {
                    all += 1;
                    for one in 0..n {
                        if mask >> one & 1 == 0 {
                            others[one] += 1;
                            continue;
                        }
                        mine[one] += 1;
                        (0..n).filter(|two| mask >> two & 1 == 0).for_each(|two| pairs[one][two] += 1);
                    }
                }
            }
            let w = share(all, cells, own);
            assert!(
                fewest > own || w >= bound(cells, own, fewest) - 1e-12,
                "{stones:x} {empty:x}: {w}, {fewest} stones"
            );
            for (one, &count) in mine.iter().enumerate().take(n) {
                let own_first = share(count, cells - 1, own - 1);
                for two in (0..n).filter(|two| *two != one) {
                    let other_second = share(others[two], cells - 1, own);
                    let [found, other_own] =
                        [(one, two), (two, one)].map(|(i, j)| share(pairs[i][j], cells - 2, own - 1));
                    let told = neighbour(cells, own, w, own_first, other_second, other_own);
                    assert!((found - told).abs() < 1e-12, "{stones:x} {empty:x}: {found}, not {told}");
                }
            }
        });
        positions
    }
}

#[test]
fn the_equations_hold_in_every_position_with_up_to_6_empty_cells() {
    let board = TestBoard::new();
    let positions: u64 = (1..=6).map(|cells| board.check(cells)).sum();
    assert_eq!(positions, 5_344_548);
}

#[test]
#[ignore = "slow: every position with 7 or 8 empty cells"]
fn the_equations_hold_in_every_position_with_7_or_8_empty_cells() {
    let board = TestBoard::new();
    let positions: u64 = (7..=8).map(|cells| board.check(cells)).sum();
    assert_eq!(positions, 2_231_460);
}

struct Compare;

impl Visit for Compare {
    type Output = ();
    /// The game's own play finds the same fillings and the same fewest stones as the board above.
    fn visit<G: Game>(self, game: G) {
        let (board, mut rng, mut seen) = (TestBoard::new(), Rng::new(5), [0_u32; 9]);
        let mut checked = Checked::default();
        for _ in 0..3000 {
            let (mut state, mut stones, mut scratch) = (game.initial(), [0_u32; 2], Vec::new());
            for ply in 0.. {
                let Some(mv) = game.random_move(&state, &mut rng, &mut scratch) else { break };
                if let Some(found) = Fillings::of(&game, &state, 8).expect("Hex") {
                    let empty = FULL ^ stones[0] ^ stones[1];
                    let (first, mine) = (ply % 2 == 0, stones[ply % 2]);
                    seen[found.cells as usize] += 1;
                    let (all, won) = board.fillings(first, mine, empty, found.own);
                    assert_eq!((found.winning.len() as u64, binomial(found.cells, found.own)), (won, all));
                    assert_eq!(found.fewest, board.fewest(first, mine, empty).filter(|fewest| *fewest <= found.own));
                    assert!(found.bound().is_none_or(|bound| found.share() >= bound));
                    checked.add(&found, 1);
                }
                stones[ply % 2] |= 1 << game.index(mv);
                game.play(&mut state, mv);
            }
        }
        assert!(seen[3..].iter().all(|count| *count > 20), "{seen:?}");
        assert_eq!(checked.by_cells.iter().map(|row| row.positions).sum::<u64>(), u64::from(seen.iter().sum::<u32>()));
        for row in &checked.by_cells {
            assert_eq!((row.bounded, row.pairs), (row.bound_holds, row.equation_holds), "{row:?}");
            assert!(row.printed_holds < row.pairs / 2 || row.cells < 3, "{row:?}");
        }
    }
}

#[test]
fn play_and_fillings_agree() {
    Compare.visit(testing::game("hex(size=4)"));
}

struct Refused;

impl Visit for Refused {
    type Output = String;
    fn visit<G: Game>(self, game: G) -> String {
        Fillings::of(&game, &game.initial(), 12).expect_err("no cells").to_string()
    }
}

#[test]
fn a_win_in_one_is_worth_half_and_a_game_without_cells_is_refused() {
    // A single winning cell among 4: half of the fillings contain it.
    assert_eq!(bound(4, 2, 1), 0.5);
    let error = Refused.visit(testing::game("connect-four"));
    assert!(error.contains("fill one cell each"), "{error}");
}
