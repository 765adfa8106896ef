//! Numbers in a text, as papers print them.

use std::collections::HashMap;

/// The number of occurrences of each number. Numbers are compared by value, so that `.93` is `0.93`
/// and `40` is `40.0`.
#[derive(Debug, Default)]
pub(crate) struct Numbers(HashMap<u64, usize>);

impl Numbers {
    /// The numbers of a text.
    pub(crate) fn of(text: &str) -> Numbers {
        let mut numbers = Numbers::default();
        for number in in_text(text) {
            *numbers.0.entry(key(number)).or_default() += 1;
        }
        numbers
    }

    /// Removes one occurrence of a number; whether there was one.
    pub(crate) fn take(&mut self, number: f64) -> bool {
        let left = self.0.get_mut(&key(number)).filter(|left| **left > 0);
        left.map(|left| *left -= 1).is_some()
    }
}

/// Equal numbers have equal keys; −0 is 0.
fn key(number: f64) -> u64 {
    (number + 0.0).to_bits()
}

/// All numbers of a text in their order. What separates them does not matter: `17.5±2.94` has two,
/// and so have `17.5 \pm 2.94` and `17,3`.
///
/// A minus belongs to a number if nothing stands before it that it could be subtracted from:
/// `1-2500` has 1 and 2500.
pub(crate) fn in_text(text: &str) -> Vec<f64> {
    let characters: Vec<char> = text.chars().map(|c| if c == '−' { '-' } else { c }).collect();
    let mut numbers = Vec::new();
    let mut at = 0;
    while at < characters.len() {
        let Some(end) = number_end(&characters, at) else {
            at += 1;
            continue;
        };
        let digits: String = characters[at..end].iter().collect();
        let size: f64 = digits.parse().expect("digits with at most one point are a number");
        numbers.push(if is_negative(&characters, at) { -size } else { size });
        at = end;
    }
    numbers
}

/// The end of the number that begins here, if one does.
fn number_end(characters: &[char], start: usize) -> Option<usize> {
    let digit = |at: usize| characters.get(at).is_some_and(char::is_ascii_digit);
    let mut end = start;
    while digit(end) {
        end += 1;
    }
    if characters.get(end) == Some(&'.') && digit(end + 1) {
        end += 1;
        while digit(end) {
            end += 1;
        }
    }
    (end > start).then_some(end)
}

fn is_negative(characters: &[char], start: usize) -> bool {
    let before = |back: usize| start.checked_sub(back).map(|at| characters[at]);
    before(1) == Some('-') && !before(2).is_some_and(|c| c.is_alphanumeric() || matches!(c, ')' | '%' | '.' | '-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_numbers(text: &str, expected: &[f64]) {
        assert_eq!(in_text(text), expected, "{text}");
    }

    #[test]
    fn every_way_to_print_a_number_is_read() {
        assert_numbers("$17.5 \\pm 2.94$\t35.0 ±9.80", &[17.5, 2.94, 35.0, 9.8]);
        assert_numbers(".93±.04", &[0.93, 0.04]);
        assert_numbers("19%\t$23\\% \\pm 15\\%$", &[19.0, 23.0, 15.0]);
        assert_numbers("consist of 91, 44, and 3 positions.", &[91.0, 44.0, 3.0]);
        assert_numbers("reaches 95%.", &[95.0]);
        assert_numbers("no number - at all.", &[]);
    }

    #[test]
    fn a_minus_is_a_sign_or_a_dash() {
        assert_numbers("-0.5 (-3) $-1$ −2", &[-0.5, -3.0, -1.0, -2.0]);
        assert_numbers("5000-1000, 1–2500, a-7, 10%-20%", &[5000.0, 1000.0, 1.0, 2500.0, 7.0, 10.0, 20.0]);
    }

    #[test]
    fn commas_separate() {
        assert_numbers("25,50,100 and 44, 355", &[25.0, 50.0, 100.0, 44.0, 355.0]);
    }

    #[test]
    fn numbers_are_taken_as_often_as_they_stand_there() {
        let mut numbers = Numbers::of("0.93 .93 4");
        assert!(numbers.take(0.93) && numbers.take(0.93), "two of them");
        assert!(!numbers.take(0.93), "no third one");
        assert!(numbers.take(4.0) && !numbers.take(5.0));
    }

    #[test]
    fn zero_has_no_sign() {
        assert!(Numbers::of("-0.0").take(0.0));
    }
}
