//! Files that are there whole or not at all: they are written aside and renamed into their place.

use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::error::LabError;

/// Writes a file. One that exists is replaced when all is written; the store itself is refused.
pub fn write_whole(
    path: &Path,
    store: &Path,
    content: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), LabError>,
) -> Result<(), LabError> {
    if is_store(path, store) {
        return Err(LabError::OntoStore(path.to_path_buf()));
    }
    let place = |error: io::Error| LabError::Place { path: path.to_path_buf(), error };
    let named = |error: LabError| match error {
        LabError::Write(error) => place(error),
        other => other,
    };
    // A link leads to the file that is to be replaced.
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let before = fs::metadata(&real).ok();
    if before.as_ref().is_some_and(|data| !data.is_file()) {
        // A device or a pipe cannot be replaced, and a folder says so.
        let mut file = BufWriter::new(File::options().write(true).open(&real).map_err(place)?);
        content(&mut file).map_err(named)?;
        return file.flush().map_err(place);
    }
    let aside = Aside::new(&real).map_err(place)?;
    let mut file = BufWriter::new(&aside.file);
    content(&mut file).map_err(named)?;
    file.flush().map_err(place)?;
    drop(file);
    if let Some(data) = before {
        aside.file.set_permissions(data.permissions()).map_err(place)?;
    }
    aside.put_in_place(&real).map_err(place)
}

/// Whether a path leads to the store, or to a file that SQLite keeps beside it.
fn is_store(path: &Path, store: &Path) -> bool {
    let beside = |more: &str| {
        let real = fs::canonicalize(store).unwrap_or_else(|_| store.to_path_buf());
        let mut name = real.into_os_string();
        name.push(more);
        PathBuf::from(name)
    };
    ["", "-wal", "-shm"].iter().any(|more| is_same_file(path, &beside(more)))
}

/// Whether two paths lead to one file.
#[cfg(unix)]
fn is_same_file(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(one), Ok(other)) => (one.dev(), one.ino()) == (other.dev(), other.ino()),
        _ => false,
    }
}

/// Whether two paths lead to one file.
#[cfg(not(unix))]
fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((fs::canonicalize(one), fs::canonicalize(other)), (Ok(one), Ok(other)) if one == other)
}

/// So many names may be taken before none is tried any more.
const TRIES: u32 = 100;

/// A number that nobody else knows. The standard library draws one for each table of hashes.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// A file beside the one that is meant; it is removed unless it is put in place.
struct Aside {
    path: PathBuf,
    file: File,
}

impl Aside {
    fn new(place: &Path) -> io::Result<Aside> {
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        let mut tries = TRIES;
        loop {
            let path = place.with_file_name(format!(".{name}.{:016x}.part", random()));
            // No file that is there is opened, and no link is followed.
            match File::options().write(true).create_new(true).open(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && tries > 0 => tries -= 1,
                opened => return Ok(Aside { file: opened?, path }),
            }
        }
    }

    fn put_in_place(self, place: &Path) -> io::Result<()> {
        fs::rename(&self.path, place)
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        // It is gone if it was put in place.
        drop(fs::remove_file(&self.path));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn no_link_that_lies_in_wait_is_followed() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, store) = (folder.path().join("page.html"), folder.path().join("games.db"));
        let victim = folder.path().join("victim.txt");
        fs::write(&victim, "precious").expect("written");
        // The name that was foreseeable: that of this process.
        let foreseen = folder.path().join(format!(".page.html.{}.part", std::process::id()));
        std::os::unix::fs::symlink(&victim, &foreseen).expect("a link");
        write_whole(&path, &store, |out| Ok(out.write_all(b"page")?)).expect("written");
        assert_eq!(fs::read_to_string(&victim).expect("a file"), "precious");
        assert!(fs::symlink_metadata(&path).expect("a file").is_file(), "the page is no link");
        let names: Vec<u64> = (0..100).map(|_| random()).collect();
        assert!((1..names.len()).all(|place| !names[..place].contains(&names[place])), "names differ");
    }

    #[test]
    fn a_full_device_is_named() {
        let full = Path::new("/dev/full");
        if !full.exists() {
            return;
        }
        // More than a buffer holds, so that writing itself fails.
        let failed = write_whole(full, Path::new("games.db"), |out| Ok(out.write_all(&vec![0; 100_000])?));
        assert!(matches!(&failed, Err(LabError::Place { path, .. }) if path == full), "{failed:?}");
    }

    #[test]
    fn a_file_is_replaced_whole_or_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, store) = (folder.path().join("page.html"), folder.path().join("games.db"));
        write_whole(&path, &store, |out| Ok(out.write_all(b"first")?)).expect("written");
        let failed = write_whole(&path, &store, |out| {
            out.write_all(b"half")?;
            Err(LabError::Request("no more".to_string()))
        });
        assert!(matches!(failed, Err(LabError::Request(_))), "{failed:?}");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "first");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left aside");
        fs::write(&store, "games").expect("written");
        let refused = write_whole(&store, &store, |_| Ok(()));
        assert!(matches!(refused, Err(LabError::OntoStore(_))), "{refused:?}");
    }
}
