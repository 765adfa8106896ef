//! The grid on which the posterior over curves is computed.

use super::curve::softplus;
use super::{Curve, Point, Question, log_odds};

/// Crossings are looked for so far outside of the range.
const MARGIN: f64 = 3.0;
/// The coarse grid's step in the crossing.
const COARSE: f64 = 0.25;
/// Crossings of the fine grid.
const FINE: usize = 61;
/// Slopes of each grid, level stretches aside.
const SLOPES: usize = 11;
/// The prior of the logarithm of a slope: a mean, a standard deviation, and that of the difference of two.
const SLOPE_MEAN: f64 = -0.36;
const SLOPE_SPREAD: f64 = 0.8;
const SLOPE_LIKENESS: f64 = 0.7;
/// The prior probability of a level stretch, before the crossing and after it.
const LEVEL: f64 = 0.02;
/// Where the rise may begin, above the least effort; with the prior probability that it begins at once.
const FLOORS: [f64; 5] = [1.0, 2.0, 3.0, 5.0, 7.0];
const NO_FLOOR: f64 = 0.5;
/// Curves less likely than the best by this factor (a logarithm) are left out.
const FAINT: f64 = 14.0;
/// The same for the curves that are handed out.
const FAINTER: f64 = 5.0;
/// Log-odds no farther than this from the goal's are level with it: one percent of the score.
const NEARLY: f64 = 0.04;

/// Slopes with the logarithms of their prior probabilities.
#[derive(Clone, Debug)]
struct Slopes {
    values: Vec<f64>,
    logs: Vec<f64>,
    prior: Vec<f64>,
}

impl Slopes {
    /// Slopes from e^first to e^last, and a level stretch if there may be one.
    fn new(first: f64, last: f64, flat: bool) -> Slopes {
        let step = (last - first) / (SLOPES - 1) as f64;
        let logs: Vec<f64> = (0..SLOPES).map(|place| first + step * place as f64).collect();
        let rising = if flat { 1.0 - LEVEL } else { 1.0 };
        let mut slopes = Slopes {
            values: logs.iter().map(|&log| libm::exp(log)).collect(),
            prior: logs.iter().map(|&log| normal(log - SLOPE_MEAN, SLOPE_SPREAD) + libm::log(step * rising)).collect(),
            logs,
        };
        if flat {
            slopes.values.push(0.0);
            slopes.logs.push(f64::NEG_INFINITY);
            slopes.prior.push(libm::log(LEVEL));
        }
        slopes
    }
}

/// The logarithm of the normal density.
fn normal(x: f64, spread: f64) -> f64 {
    -0.5 * (x / spread) * (x / spread) - libm::log(spread) - 0.918_938_533_204_672_7
}

/// The posterior on a grid.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    crossings: Vec<f64>,
    step: f64,
    /// Probabilities by crossing: of all curves, of those short of the goal at the least effort, of those beyond it at the most.
    all: Vec<f64>,
    rising_below: Vec<f64>,
    rising_above: Vec<f64>,
    /// Probabilities of curves that are level with the goal at the least effort, at the most, and at both.
    pub(super) level_below: f64,
    pub(super) level_above: f64,
    pub(super) level_throughout: f64,
    /// Probabilities of curves that are beyond the goal at the least effort, and short of it at the most.
    pub(super) under_range: f64,
    pub(super) over_range: f64,
    /// Mean and standard deviation of the logarithms of the slopes that are not 0.
    slopes: [(f64, f64); 2],
    /// Likely curves with their probabilities.
    pub(super) curves: Vec<(Curve, f64)>,
}

impl Grid {
    /// The whole range.
    pub(super) fn coarse(question: &Question, points: &[Point], dispersion: f64) -> Grid {
        let (first, last) = (question.lowest - MARGIN, question.highest + MARGIN);
        let count = ((last - first) / COARSE).round() as usize + 1;
        let wide = Slopes::new(SLOPE_MEAN - 2.5 * SLOPE_SPREAD, SLOPE_MEAN + 2.5 * SLOPE_SPREAD, question.flat);
        Grid::new(Axis { first, step: COARSE, count }, [&wide, &wide], question, points, dispersion)
    }

    /// Where the mass of a coarse grid is.
    pub(super) fn fine(coarse: &Grid, question: &Question, points: &[Point], dispersion: f64) -> Grid {
        let most = coarse.all.iter().copied().fold(0.0, f64::max);
        let likely = |&place: &usize| coarse.all[place] > most * 1e-6;
        let first = (0..coarse.all.len()).find(likely).unwrap_or(0).saturating_sub(1);
        let last = (0..coarse.all.len()).rfind(likely).map_or(coarse.all.len() - 1, |place| place + 1);
        let (first, last) = (coarse.crossings[first], coarse.crossings[last.min(coarse.crossings.len() - 1)]);
        let count = FINE.max(((last - first) / (COARSE / 4.0)) as usize);
        let axis = Axis { first, step: (last - first) / (count - 1) as f64, count };
        let slopes = coarse.slopes.map(|(mean, spread)| {
            let spread = spread.clamp(0.02, SLOPE_SPREAD);
            Slopes::new(mean - 3.2 * spread, mean + 3.2 * spread, question.flat)
        });
        Grid::new(axis, [&slopes[0], &slopes[1]], question, points, dispersion)
    }

    fn new(axis: Axis, slopes: [&Slopes; 2], question: &Question, points: &[Point], dispersion: f64) -> Grid {
        let crossings: Vec<f64> = (0..axis.count).map(|place| axis.first + axis.step * place as f64).collect();
        let likelihood = Likelihood { points, odds: log_odds(question.goal), dispersion };
        let floors: Vec<(f64, f64)> = floors(question, points);
        let logs: Vec<Table> =
            crossings.iter().map(|&crossing| Table::new(crossing, slopes, &floors, &likelihood)).collect();
        let best = logs.iter().map(Table::best).fold(f64::NEG_INFINITY, f64::max);
        let mut sums = Sums::new(axis, crossings, slopes, *question);
        let likeness = likeness(slopes);
        for (place, table) in logs.iter().enumerate() {
            table.add_up(place, best, &likeness, &floors, &mut sums);
        }
        sums.finish()
    }

    /// The quantile of the crossing.
    pub(super) fn crossing(&self, share: f64) -> f64 {
        self.quantile(&self.all, share)
    }

    /// The quantile of the lower end of the stretch that is level with the goal; the least effort if the curve is beyond it there.
    pub(super) fn lower_end(&self, share: f64, lowest: f64) -> f64 {
        let at_least = self.level_below + self.under_range;
        if share <= at_least { lowest } else { self.quantile(&self.rising_below, share - at_least).max(lowest) }
    }

    /// The quantile of its upper end; the most effort if the curve is short of the goal there.
    pub(super) fn upper_end(&self, share: f64, highest: f64) -> f64 {
        let at_most = self.level_above + self.over_range;
        if share > 1.0 - at_most { highest } else { self.quantile(&self.rising_above, share).min(highest) }
    }

    /// Where the masses add up to `share`, each spread evenly around its crossing.
    fn quantile(&self, masses: &[f64], share: f64) -> f64 {
        let mut below = 0.0;
        for (&crossing, &mass) in self.crossings.iter().zip(masses) {
            if mass > 0.0 && below + mass >= share {
                return crossing + self.step * ((share - below) / mass - 0.5);
            }
            below += mass;
        }
        self.crossings[self.crossings.len() - 1]
    }
}

/// The places where the rise may begin, with the logarithms of their prior probabilities; only those that the results can tell apart.
fn floors(question: &Question, points: &[Point]) -> Vec<(f64, f64)> {
    let mut floors = vec![(f64::NEG_INFINITY, 0.0)];
    let lowest = points.iter().map(|point| point.x).fold(f64::INFINITY, f64::min);
    let seen: Vec<f64> = FLOORS.iter().map(|floor| question.lowest + floor).filter(|&floor| floor > lowest).collect();
    if !seen.is_empty() {
        let rest = (1.0 - NO_FLOOR) / seen.len() as f64;
        floors[0].1 = libm::log(NO_FLOOR);
        floors.extend(seen.into_iter().map(|floor| (floor, libm::log(rest))));
    }
    floors
}

/// The crossings of a grid.
#[derive(Clone, Copy)]
struct Axis {
    first: f64,
    step: f64,
    count: usize,
}

/// How well curves explain the results.
struct Likelihood<'a> {
    points: &'a [Point],
    odds: f64,
    dispersion: f64,
}

impl Likelihood<'_> {
    /// The logarithm of the likelihood of the results on one side of the crossing.
    fn side(&self, curve: &Curve, before: bool) -> f64 {
        let side = self.points.iter().filter(|point| (point.x < curve.crossing) == before);
        let logs = side.map(|point| {
            let odds = curve.excess(point.x) + self.odds;
            point.points * odds - point.games * softplus(odds)
        });
        logs.sum::<f64>() / self.dispersion
    }
}

/// The logarithms of posterior weights for one crossing: by slope and floor before it, by slope after it.
struct Table {
    before: Vec<f64>,
    after: Vec<f64>,
    crossing: f64,
    best: f64,
}

impl Table {
    fn new(crossing: f64, slopes: [&Slopes; 2], floors: &[(f64, f64)], likelihood: &Likelihood<'_>) -> Table {
        let mut before = Vec::with_capacity(slopes[0].values.len() * floors.len());
        for (&below, prior) in slopes[0].values.iter().zip(&slopes[0].prior) {
            for &(floor, share) in floors {
                let curve = Curve { crossing, below, above: 0.0, floor };
                // A floor at or above the crossing is no floor; of a level stretch it says nothing.
                let none = floor >= crossing || (below == 0.0 && floor.is_finite());
                let log = if none { f64::NEG_INFINITY } else { prior + share + likelihood.side(&curve, true) };
                before.push(log);
            }
        }
        let after = slopes[1].values.iter().zip(&slopes[1].prior).map(|(&above, prior)| {
            let curve = Curve { crossing, below: 0.0, above, floor: f64::NEG_INFINITY };
            prior + likelihood.side(&curve, false)
        });
        let mut table = Table { before, after: after.collect(), crossing, best: 0.0 };
        let top = |logs: &[f64]| logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        table.best = top(&table.before) + top(&table.after);
        table
    }

    /// No weight of the table exceeds this.
    fn best(&self) -> f64 {
        self.best
    }

    fn add_up(&self, place: usize, best: f64, likeness: &[f64], floors: &[(f64, f64)], sums: &mut Sums<'_>) {
        if self.best < best - FAINT {
            return;
        }
        let slopes = sums.slopes;
        for (number, &before) in self.before.iter().enumerate() {
            let (slope, floor) = (number / floors.len(), number % floors.len());
            for (other, &after) in self.after.iter().enumerate() {
                let log = before + after + likeness[slope * self.after.len() + other] - best;
                if log > -FAINT {
                    let curve = Curve {
                        crossing: self.crossing,
                        below: slopes[0].values[slope],
                        above: slopes[1].values[other],
                        floor: floors[floor].0,
                    };
                    sums.add(place, [slope, other], curve, log);
                }
            }
        }
    }
}

/// What turns the prior of the slope after the crossing into that given the slope before it, for all pairs: slopes on both sides are
/// like each other, unless one of them is a level stretch.
fn likeness([before, after]: [&Slopes; 2]) -> Vec<f64> {
    let pair = |one: f64, other: f64| {
        let apart = one - other;
        let given = || normal(apart, SLOPE_LIKENESS) - normal(other - SLOPE_MEAN, SLOPE_SPREAD);
        if apart.is_finite() { given() } else { 0.0 }
    };
    before.logs.iter().flat_map(|&one| after.logs.iter().map(move |&other| pair(one, other))).collect()
}

/// What a curve is to the goal at one end of the range.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Short,
    Level,
    Beyond,
}

/// What a curve is to the goal at the least and at the most effort.
pub(super) fn ends(curve: &Curve, question: &Question) -> [End; 2] {
    let nearly = if question.flat { NEARLY } else { 0.0 };
    [question.lowest, question.highest].map(|place| match curve.excess(place) {
        excess if excess < -nearly => End::Short,
        excess if excess > nearly => End::Beyond,
        _ => End::Level,
    })
}

/// Weights being added up.
struct Sums<'a> {
    grid: Grid,
    slopes: [&'a Slopes; 2],
    question: Question,
    total: f64,
    /// By slope: the sum of weights.
    by_slope: [Vec<f64>; 2],
}

impl<'a> Sums<'a> {
    fn new(axis: Axis, crossings: Vec<f64>, slopes: [&'a Slopes; 2], question: Question) -> Sums<'a> {
        let none = vec![0.0; axis.count];
        let grid = Grid {
            crossings,
            step: axis.step,
            all: none.clone(),
            rising_below: none.clone(),
            rising_above: none,
            level_below: 0.0,
            level_above: 0.0,
            level_throughout: 0.0,
            under_range: 0.0,
            over_range: 0.0,
            slopes: [(0.0, 0.0); 2],
            curves: Vec::new(),
        };
        let by_slope = slopes.map(|slopes| vec![0.0; slopes.values.len()]);
        Sums { grid, total: 0.0, by_slope, slopes, question }
    }

    fn add(&mut self, place: usize, slopes: [usize; 2], curve: Curve, log: f64) {
        let weight = libm::exp(log);
        self.total += weight;
        let grid = &mut self.grid;
        grid.all[place] += weight;
        let [below, above] = ends(&curve, &self.question);
        match below {
            End::Short => grid.rising_below[place] += weight,
            End::Level => grid.level_below += weight,
            End::Beyond => grid.under_range += weight,
        }
        match above {
            End::Short => grid.over_range += weight,
            End::Level => grid.level_above += weight,
            End::Beyond => grid.rising_above[place] += weight,
        }
        grid.level_throughout += if [below, above] == [End::Level; 2] { weight } else { 0.0 };
        for (sums, slope) in self.by_slope.iter_mut().zip(slopes) {
            sums[slope] += weight;
        }
        if log > -FAINTER {
            self.grid.curves.push((curve, weight));
        }
    }

    fn finish(mut self) -> Grid {
        let total = self.total;
        let grid = &mut self.grid;
        for mass in [&mut grid.all, &mut grid.rising_below, &mut grid.rising_above].into_iter().flatten() {
            *mass /= total;
        }
        for share in [
            &mut grid.level_below,
            &mut grid.level_above,
            &mut grid.level_throughout,
            &mut grid.under_range,
            &mut grid.over_range,
        ] {
            *share /= total;
        }
        for (side, (sums, slopes)) in self.by_slope.iter().zip(self.slopes).enumerate() {
            grid.slopes[side] = spread_of(&slopes.logs[..SLOPES], &sums[..SLOPES]);
        }
        let handed: f64 = grid.curves.iter().map(|(_, weight)| weight).sum();
        for (_, weight) in &mut grid.curves {
            *weight /= handed;
        }
        self.grid
    }
}

/// Mean and standard deviation of weighted values; those of the prior where there is no weight.
fn spread_of(values: &[f64], weights: &[f64]) -> (f64, f64) {
    let total: f64 = weights.iter().sum();
    if total <= 0.0 {
        return (SLOPE_MEAN, SLOPE_SPREAD);
    }
    let mean = values.iter().zip(weights).map(|(value, weight)| value * weight).sum::<f64>() / total;
    let square = |(value, weight): (&f64, &f64)| (value - mean) * (value - mean) * weight;
    let variance = values.iter().zip(weights).map(square).sum::<f64>() / total;
    // A grid cannot tell less than a part of its own step.
    let step = values[1] - values[0];
    (mean, (variance + step * step / 12.0).sqrt())
}
