//! The certificates of authorities that the machine trusts. For Discord's REST API, its gateway
//! and PostgreSQL they count besides the built-in ones.

use std::{env, io, os::unix::process::CommandExt as _, process::Command, sync::LazyLock};

use data_encoding::BASE64_MIME;
use reqwest::{Certificate, ClientBuilder};

use crate::{config, errors};

/// How an error ends if the other side's certificate is of an authority that is not trusted.
pub const UNKNOWN_ISSUER: &str = "UnknownIssuer";

/// What an error says if the other side's certificate is another server's.
pub const WRONG_NAME: &str = "not valid for name";

/// What names other certificates than the machine's store, for OpenSSL and others.
const VARIABLES: [&str; 2] = ["SSL_CERT_FILE", "SSL_CERT_DIR"];

/// In DER. Those of [`VARIABLES`], if one is set, else those of the machine's store.
static CERTIFICATES: LazyLock<Vec<Vec<u8>>> =
    LazyLock::new(|| usable_certificates().unwrap_or_default());

/// Without those that cannot be used, which would fail every connection: stores have ancient ones.
fn usable_certificates() -> io::Result<Vec<Vec<u8>>> {
    let found = rustls_native_certs::load_native_certs()?;
    let usable = found.iter().filter(|it| webpki::anchor_from_trusted_cert(it).is_ok());
    Ok(usable.map(|it| it.to_vec()).collect())
}

/// Has a client trust them.
pub fn trust(builder: ClientBuilder) -> ClientBuilder {
    let certificates = CERTIFICATES.iter().flat_map(|it| Certificate::from_der(it));
    certificates.fold(builder, ClientBuilder::add_root_certificate)
}

/// All of them, in PEM.
pub fn pem() -> String {
    let pem = |der: &Vec<u8>| {
        let body = BASE64_MIME.encode(der);
        format!("-----BEGIN CERTIFICATE-----\r\n{body}-----END CERTIFICATE-----\r\n")
    };
    CERTIFICATES.iter().map(pem).collect()
}

/// Why no certificate can be read from where the environment says, if it says so.
pub fn wrong_variable() -> Option<String> {
    let names: Vec<_> = VARIABLES.into_iter().filter(|it| config::is_present(it)).collect();
    if names.is_empty() {
        return None;
    }
    let problem = match usable_certificates() {
        Ok(certificates) if certificates.is_empty() => "no certificate is there".to_owned(),
        Ok(_) => return None,
        Err(error) => errors::with_causes(error),
    };
    Some(format!("no certificates are taken from {}: {problem}", names.join(" or ")))
}

/// Starts this program again in its place, so that the machine's store counts: the gateway's
/// client reads the variables for itself, at each connection. Returns only if that fails.
pub fn restart_without_variables() -> io::Error {
    let program = match env::current_exe() {
        Ok(program) => program,
        Err(error) => return error,
    };
    let mut command = Command::new(program);
    for name in VARIABLES {
        command.env_remove(name);
    }
    command.args(env::args_os().skip(1)).exec()
}
