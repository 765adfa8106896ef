//! Zip archives whose entries are stored as they are: the same files give the same bytes.
//!
//! Entries are sorted by name and have the earliest time that the format knows, 1980-01-01. Format:
//! PKWARE, ".ZIP File Format Specification" (APPNOTE.TXT), version 2.0, without compression.

use std::collections::BTreeMap;

/// Names are UTF-8.
const UTF8: u16 = 1 << 11;
/// The first day of 1980, at midnight.
const DATE: u16 = 1 << 5 | 1;
/// What a reader has to know: version 2.0.
const VERSION: u16 = 20;

/// The archive of these files, by their names; the error names one that is too large for the
/// format.
pub(super) fn zip_archive(files: &BTreeMap<String, String>) -> Result<Vec<u8>, String> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    let small = |length: usize, name: &String| u32::try_from(length).map_err(|_| name.clone());
    for (name, text) in files {
        let (offset, size) = (small(archive.len(), name)?, small(text.len(), name)?);
        let entry = entry(name, text, size)?;
        archive.extend(0x0403_4b50_u32.to_le_bytes());
        archive.extend(&entry);
        archive.extend(name.bytes().chain(text.bytes()));
        directory.extend(0x0201_4b50_u32.to_le_bytes());
        directory.extend(VERSION.to_le_bytes());
        directory.extend(&entry);
        // No comment, the first disk, no attributes.
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.bytes());
    }
    let last = files.keys().next_back().cloned().unwrap_or_default();
    let (start, size) = (small(archive.len(), &last)?, small(directory.len(), &last)?);
    let count = u16::try_from(files.len()).map_err(|_| last)?;
    archive.extend(directory);
    archive.extend(0x0605_4b50_u32.to_le_bytes());
    archive.extend([0; 4]);
    archive.extend(count.to_le_bytes().repeat(2));
    archive.extend(size.to_le_bytes());
    archive.extend(start.to_le_bytes());
    archive.extend([0; 2]);
    Ok(archive)
}

/// What both headers of a file say.
fn entry(name: &str, text: &str, size: u32) -> Result<Vec<u8>, String> {
    let mut entry = Vec::new();
    let length = u16::try_from(name.len()).map_err(|_| name.to_string())?;
    // Stored, at midnight.
    for number in [VERSION, UTF8, 0, 0, DATE] {
        entry.extend(number.to_le_bytes());
    }
    for number in [crc32(text.as_bytes()), size, size] {
        entry.extend(number.to_le_bytes());
    }
    // No extra field.
    entry.extend([length, 0].iter().flat_map(|number| number.to_le_bytes()));
    Ok(entry)
}

/// The checksum of ISO 3309, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |sum: u32, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
    !bytes.iter().fold(u32::MAX, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_of_the_standard() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn entries_are_found_through_the_directory() {
        let files =
            BTreeMap::from([("b/two.txt".to_string(), "zwei".to_string()), ("a.txt".to_string(), String::new())]);
        let archive = zip_archive(&files).expect("small");
        let number = |at: usize| u32::from_le_bytes(archive[at..at + 4].try_into().expect("four bytes")) as usize;
        let end = archive.len() - 22;
        assert_eq!((number(end), archive[end + 10]), (0x0605_4b50, 2));
        let mut at = number(end + 16);
        for (name, text) in &files {
            assert_eq!((number(at), number(at + 24)), (0x0201_4b50, text.len()));
            let local = number(at + 42);
            let (start, found) = (local + 30 + name.len(), &archive[local + 30..local + 30 + name.len()]);
            assert_eq!((found, &archive[start..start + text.len()]), (name.as_bytes(), text.as_bytes()));
            at += 46 + name.len();
        }
        assert_eq!(at, end);
    }
}
