//! Files that are there whole or not at all: they are written aside and renamed into their place.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::LabError;

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
    // A link leads to the file that is to be replaced.
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let before = fs::metadata(&real).ok();
    if before.as_ref().is_some_and(|data| !data.is_file()) {
        // A device or a pipe cannot be replaced, and a folder says so.
        let mut file = BufWriter::new(File::options().write(true).open(&real).map_err(place)?);
        content(&mut file)?;
        return file.flush().map_err(place);
    }
    let aside = Aside::new(&real).map_err(place)?;
    let mut file = BufWriter::new(&aside.file);
    content(&mut file)?;
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

/// A file beside the one that is meant; it is removed unless it is put in place.
struct Aside {
    path: PathBuf,
    file: File,
}

impl Aside {
    fn new(place: &Path) -> io::Result<Aside> {
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        let path = place.with_file_name(format!(".{name}.{}.part", std::process::id()));
        Ok(Aside { file: File::create(&path)?, path })
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
