//! The slowest tests of a run, from the file that nextest writes.

use std::path::Path;

/// A test and its seconds.
type TimedTest = (f64, String);

/// The slowest tests, as lines to be printed; empty if the file does not exist.
pub(crate) fn lines(report: &Path, count: usize) -> String {
    let text = std::fs::read_to_string(report).unwrap_or_default();
    let mut tests = timed_tests(&text);
    tests.sort_by(|a, b| b.0.total_cmp(&a.0));
    tests.truncate(count);
    let lines: Vec<String> = tests.iter().map(|(seconds, name)| format!("{seconds:>7.1} s  {name}\n")).collect();
    lines.concat()
}

fn timed_tests(text: &str) -> Vec<TimedTest> {
    text.split("<testcase ").skip(1).filter_map(timed_test).collect()
}

fn timed_test(element: &str) -> Option<TimedTest> {
    let head = element.split('>').next()?;
    let value = |key: &str| Some(head.split(&format!("{key}=\"")).nth(1)?.split('"').next()?.to_string());
    Some((value(" time")?.parse().ok()?, format!("{} {}", value("classname")?, value("name")?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_times_are_read() {
        let text = concat!(
            "<testsuites time=\"9\"><testsuite name=\"a::b\" tests=\"2\">",
            "<testcase name=\"x::fast\" classname=\"a::b\" timestamp=\"2026\" time=\"0.25\"/>",
            "<testcase name=\"slow\" classname=\"a\" timestamp=\"2026\" time=\"12.5\"><failure/></testcase>",
        );
        let found = timed_tests(text);
        assert_eq!(found, [(0.25, "a::b x::fast".to_string()), (12.5, "a slow".to_string())]);
        assert_eq!(lines(Path::new("no such file"), 10), "");
    }
}
