//! A moment as people write it.

/// Seconds since the start of 1970 as date and time of day in UTC: `2026-03-01 12:30:05 UTC`.
///
/// ```
/// # use mctslab_page::utc;
/// assert_eq!(utc(0), "1970-01-01 00:00:00 UTC");
/// assert_eq!(utc(951_782_399), "2000-02-28 23:59:59 UTC");
/// ```
pub fn utc(seconds: u64) -> String {
    const DAY: u64 = 86_400;
    // Days of 400 years, after which the calendar repeats: the walk below is short whatever a store
    // says.
    const CYCLE: u64 = 146_097;
    let (mut days, time) = (seconds / DAY, seconds % DAY);
    let mut year = 1970 + 400 * (days / CYCLE);
    days %= CYCLE;
    while days >= days_of_year(year) {
        days -= days_of_year(year);
        year += 1;
    }
    let mut month = 1;
    while days >= days_of_month(year, month) {
        days -= days_of_month(year, month);
        month += 1;
    }
    let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
    format!("{year:04}-{month:02}-{:02} {hour:02}:{minute:02}:{second:02} UTC", days + 1)
}

fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400)
}

fn days_of_year(year: u64) -> u64 {
    if is_leap(year) { 366 } else { 365 }
}

fn days_of_month(year: u64, month: u64) -> u64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leap_days_are_where_they_belong() {
        for (seconds, expected) in [
            (68_169_599, "1972-02-28 23:59:59 UTC"),
            (951_782_400, "2000-02-29 00:00:00 UTC"),
            (1_709_164_800, "2024-02-29 00:00:00 UTC"),
            (4_107_542_400, "2100-03-01 00:00:00 UTC"),
        ] {
            assert_eq!(utc(seconds), expected);
        }
        assert!(utc(u64::MAX).ends_with("UTC"), "no store makes it hang");
    }
}
