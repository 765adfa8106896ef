//! A curve in one line of a terminal.

const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Values as bars from zero up, of no more than `most` columns: neighbours share a column, which
/// shows their mean.
pub fn sparkline(values: &[f64], most: usize) -> String {
    let width = values.len().div_ceil(most.max(1)).max(1);
    let columns: Vec<f64> = values.chunks(width).map(|some| some.iter().sum::<f64>() / some.len() as f64).collect();
    let highest = columns.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let bar = |value: &f64| BARS[((value / highest * 8.0) as usize).min(7)];
    columns.iter().map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_is_full_and_many_values_share_columns() {
        assert_eq!(sparkline(&[0.0, 4.0, 8.0], 60), "▁▅█");
        assert_eq!(sparkline(&[1.0, 1.0, 2.0, 2.0, 4.0], 3), "▃▅█");
        assert_eq!((sparkline(&[], 9), sparkline(&[0.0], 9)), (String::new(), "▁".to_string()));
    }
}
