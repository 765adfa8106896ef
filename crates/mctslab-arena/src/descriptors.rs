//! Too many open files, the first limit that a run with many programs reaches.

use std::fs::File;
use std::io;

use rustix::io::Errno;

/// The error and its remedy.
pub(crate) const TOO_MANY_FILES: &str = "too many files are open, as each running program takes three: allow more with `ulimit -n 4096`, \
                                         or use fewer threads";

/// Whether an error says that this program, or the machine, has too many files open.
pub(crate) fn too_many_files(error: &io::Error) -> bool {
    [Errno::MFILE, Errno::NFILE].iter().any(|errno| error.raw_os_error() == Some(errno.raw_os_error()))
}

/// Whether even the few files that a store needs cannot be opened, for errors that do not say why.
/// The failed operation may have closed its files again.
pub(crate) fn no_more_files() -> bool {
    let files: io::Result<Vec<File>> = (0..4).map(|_| File::open("/dev/null")).collect();
    files.is_err_and(|error| too_many_files(&error))
}
