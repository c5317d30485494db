//! Whether the file of a database can be written.

use std::{
    fs, io,
    path::{self, Path, PathBuf},
};

use rustix::{
    fs::{Access, access},
    io::Errno,
};

use crate::store::FileError;

/// The folder of a file, of which a symbolic link is followed, also if nothing is there yet.
pub fn folder(file: &Path) -> PathBuf {
    let target = fs::read_link(file).map(|target| file.with_file_name(target));
    let file = target.unwrap_or_else(|_| file.to_owned());
    let file = path::absolute(&file).unwrap_or(file);
    file.parent().unwrap_or(&file).to_owned()
}

/// Fails if permissions or a missing folder keep this process from writing a file, and SQLite
/// from making others beside it. The file is not opened: closing it would drop the locks that
/// this process has on it.
pub fn check_writable(file: &Path) -> Result<(), FileError> {
    let folder = folder(file);
    match access(&folder, Access::WRITE_OK | Access::EXEC_OK) {
        Err(Errno::NOENT) => return Err(FileError::NoFolder(folder)),
        result => result.map_err(|error| not_writable(&folder, error.into()))?,
    }
    match access(file, Access::READ_OK | Access::WRITE_OK) {
        Err(Errno::NOENT) => Ok(()),
        result => result.map_err(|error| not_writable(file, error.into())),
    }
}

pub(super) fn not_writable(path: &Path, error: io::Error) -> FileError {
    FileError::NotWritable(path::absolute(path).unwrap_or_else(|_| path.to_owned()), error)
}
