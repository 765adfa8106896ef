//! Files that are there whole or not at all: they are written aside and renamed into their place.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::output::Usage;

/// Writes a file. One that exists is replaced when all is written; the store itself is refused.
pub(crate) fn write(
    path: &Path,
    store: &Path,
    content: impl FnOnce(&mut (dyn Write + Send)) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    refuse_store(path, store)?;
    // A link leads to the file that is to be replaced.
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let before = fs::metadata(&real).ok();
    let name = || format!("cannot write `{}`; name another file with -o", path.display());
    if before.as_ref().is_some_and(|data| !data.is_file()) {
        // A device or a pipe cannot be replaced, and a folder says so.
        let mut file = BufWriter::new(File::options().write(true).open(&real).with_context(name)?);
        content(&mut file)?;
        return file.flush().with_context(name);
    }
    let aside = Aside::new(&real).with_context(name)?;
    let mut file = BufWriter::new(&aside.file);
    content(&mut file)?;
    file.flush().with_context(name)?;
    drop(file);
    if let Some(data) = before {
        aside.file.set_permissions(data.permissions()).with_context(name)?;
    }
    aside.put_in_place(&real).with_context(name)
}

/// Refuses to write onto the store, or onto a file that SQLite keeps beside it, by whatever path.
fn refuse_store(path: &Path, store: &Path) -> Result<(), Usage> {
    let beside = |more: &str| {
        let real = fs::canonicalize(store).unwrap_or_else(|_| store.to_path_buf());
        let mut name = real.into_os_string();
        name.push(more);
        PathBuf::from(name)
    };
    if ["", "-wal", "-shm"].iter().any(|more| is_same_file(path, &beside(more))) {
        let message =
            format!("`{}` is the store itself, which would be lost: name another file with -o", path.display());
        return Err(Usage(message));
    }
    Ok(())
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
    fn new(place: &Path) -> std::io::Result<Aside> {
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        let path = place.with_file_name(format!(".{name}.{}.part", std::process::id()));
        Ok(Aside { file: File::create(&path)?, path })
    }

    fn put_in_place(self, place: &Path) -> std::io::Result<()> {
        fs::rename(&self.path, place)
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        // It is gone if it was put in place.
        drop(fs::remove_file(&self.path));
    }
}
