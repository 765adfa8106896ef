//! The lines that a worker writes. Bytes that are not UTF-8, or a line without an end, must not
//! harm the driver.

use std::io::{BufRead, Read};

/// The length at which a line is cut, in bytes. Hundreds of the longest games fit into it.
const MAX_LINE_BYTES: u64 = 64 << 20;

/// The lines of an output. Longer ones than any answer are cut; bytes that are not UTF-8 are
/// replaced.
pub(crate) struct WorkerLines<R> {
    output: R,
    longest: u64,
}

impl<R: BufRead> WorkerLines<R> {
    pub(crate) fn new(output: R) -> WorkerLines<R> {
        WorkerLines { output, longest: MAX_LINE_BYTES }
    }
}

impl<R: BufRead> Iterator for WorkerLines<R> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        // An output that fails counts as ended.
        let read = self.output.by_ref().take(self.longest).read_until(b'\n', &mut bytes).unwrap_or(0);
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
        }
        (read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_and_bytes_that_are_no_text_are_replaced() {
        let lines = |bytes: &'static [u8]| WorkerLines { output: bytes, longest: 4 }.collect::<Vec<String>>();
        assert_eq!(lines(b"one\n\ntwo"), ["one", "", "two"]);
        assert_eq!(lines(b"\xffa\nb\n"), ["\u{fffd}a", "b"]);
        assert_eq!(lines(b"endless line"), ["endl", "ess ", "line"]);
        assert_eq!(lines(b""), [""; 0]);
    }
}
