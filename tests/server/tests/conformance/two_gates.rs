//! `two-gates` itself, as an operator sets it up, behind the shim that adds the token.

use serde_json::json;
use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use twogates::Token;
use twogates::scope::{Caller, Principal, ScopeSet};
use twogates_server_tests::issuer::Issuer;
use twogates_server_tests::running::Running;
use twogates_server_tests::shim::Shim;

const RESOURCE: &str = "https://gates.example/mcp";
const ISSUER: &str = "https://auth.example";
const SCOPES: &[&str] = &["files:write", "files:payroll", "payments:approve", "payments:write", "web:search"];

/// A server that runs.
pub(crate) struct TwoGates {
    /// Where the suite reaches it.
    pub(crate) shim: SocketAddr,
    _process: Running,
    _folder: TempDir,
    _runtime: Runtime,
}

impl TwoGates {
    pub(crate) fn start() -> Self {
        let named = std::env::var("TWO_GATES_BINARIES");
        let binaries = named.unwrap_or_else(|_| panic!("NOT RUN: run scripts/parts/65-conformance"));
        let program = Path::new(&binaries).join("two-gates");
        let folder = tempfile::tempdir().unwrap();
        let issuer = Issuer::start().unwrap();
        let runtime = Runtime::new().unwrap();
        let shim = runtime.block_on(Shim::bind()).unwrap();
        let address = shim.address;
        let keys = folder.path().join("keys");
        let made = Command::new(&program).args(["keys", "new", "--keys"]).arg(&keys).output().unwrap();
        assert!(made.status.success(), "no key was made: {}", String::from_utf8_lossy(&made.stderr));
        let files = folder.path().join("files");
        fs::create_dir(&files).unwrap();
        fs::write(files.join("notes.txt"), "Water the plants.\n").unwrap();
        let lines = [
            ("listen", json!("127.0.0.1:0").to_string()),
            ("resource", json!(RESOURCE).to_string()),
            ("store", json!(format!("sqlite:{}", folder.path().join("grants.db").display())).to_string()),
            ("files", json!(files).to_string()),
            ("keys", json!(keys).to_string()),
            ("origins", json!([format!("http://{address}")]).to_string()),
            ("auth.issuers", format!("[{{ issuer = {}, jwks = {} }}]", json!(ISSUER), json!(issuer.jwks))),
        ];
        let config = folder.path().join("two-gates.toml");
        let lines: String = lines.iter().map(|(key, value)| format!("{key} = {value}\n")).collect();
        fs::write(&config, lines).unwrap();
        let log = fs::File::create(folder.path().join("log")).unwrap();
        let mut command = Command::new(&program);
        command.args(["serve", "--config"]).arg(&config).stderr(log);
        let process = Running::start(&mut command).unwrap();
        runtime.block_on(async { shim.pass_on(process.address, &issuer.sign(&token())) }).unwrap();
        Self { shim: address, _process: process, _folder: folder, _runtime: runtime }
    }
}

/// A token for an hour, with every scope there is.
fn token() -> Token {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let expires_ms = u64::try_from(now.as_millis()).unwrap() + 3_600_000;
    let principal = Principal { issuer: ISSUER.into(), subject: "suite".into(), client: Some("suite".into()) };
    Token { caller: Caller { principal, granted: ScopeSet::of(SCOPES) }, audience: RESOURCE.into(), expires_ms }
}
