//! Files of networks.

use std::path::{Path, PathBuf};
use tusker_search::eval::{Network, NetworkError};

/// Why a network could not be read.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", path.display())]
pub struct LoadError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub fault: LoadFault,
}

/// What is wrong with a file of a network.
#[derive(Debug, thiserror::Error)]
pub enum LoadFault {
    /// The operating system refuses.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// It holds something else.
    #[error(transparent)]
    Content(#[from] NetworkError),
}

/// Reads a file that holds what [`Network::to_bytes`] writes.
///
/// Evaluations refer to networks that never go away, so its memory (600 kB) is not given back.
///
/// # Errors
/// The file cannot be read, or holds no network of this version and size.
pub fn read_network(path: &Path) -> Result<&'static Network, LoadError> {
    let read = || Ok(Network::from_bytes(&std::fs::read(path)?)?);
    let network = read().map_err(|fault| LoadError { path: path.to_owned(), fault })?;
    Ok(Box::leak(Box::new(network)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_or_the_fault_is_named() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("network.bin");
        let fault = || read_network(&path).expect_err("no network").to_string();
        assert!(fault().starts_with(&format!("{}: ", path.display())), "{}", fault());
        std::fs::write(&path, b"TUSKERSP").expect("written");
        assert!(fault().ends_with("no network: it does not begin with TUSKERNN"), "{}", fault());
        // Programs print an error with its sources: the fault is said once.
        let whole = format!("{:#}", anyhow::Error::from(read_network(&path).expect_err("no network")));
        assert_eq!(whole, fault());
        std::fs::write(&path, Network::built_in().to_bytes()).expect("written");
        assert!(read_network(&path).is_ok_and(|read| read == Network::built_in()));
    }
}
