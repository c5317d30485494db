//! What people copy from the documents.

use std::{fs, path::Path, process::Command};

/// The lines of the README that unpack a release.
fn lines_that_unpack() -> String {
    let readme = include_str!("../../../README.md");
    let block = readme.split("**See it").nth(1).unwrap().split("```").nth(1).unwrap();
    block.strip_prefix("sh\n").unwrap().split("./fourfall playground").next().unwrap().to_owned()
}

/// Runs lines of a document in a folder.
fn run(folder: &Path, lines: &str) {
    let ran = Command::new("sh").arg("-euc").arg(lines).current_dir(folder).status().unwrap();
    assert!(ran.success(), "{lines}");
}

/// Puts an archive of a release into a folder.
fn download(folder: &Path, version: &str) {
    let name = format!("fourfall-{version}-$(uname -m)-linux");
    run(
        folder,
        &format!("mkdir {name}; echo {version} >{name}/fourfall; tar -czf {name}.tar.gz {name}"),
    );
}

#[test]
fn the_newest_archive_is_unpacked_over_an_older_one() {
    let folder = tempfile::tempdir().unwrap();
    let unpacked = folder.path().join("fourfall");
    let read = |name: &str| fs::read_to_string(unpacked.join(name)).unwrap();
    download(folder.path(), "0.9.0");
    download(folder.path(), "0.10.0");
    run(folder.path(), &lines_that_unpack());
    assert_eq!(read("fourfall"), "0.10.0\n");
    for kept in [".env", "fourfall.db"] {
        fs::write(unpacked.join(kept), kept).unwrap();
    }
    download(folder.path(), "0.11.0");
    run(folder.path(), &lines_that_unpack());
    let files = ["fourfall", ".env", "fourfall.db"].map(read);
    assert_eq!(files, ["0.11.0\n", ".env", "fourfall.db"]);
}
