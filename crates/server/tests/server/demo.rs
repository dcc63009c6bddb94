//! The first minute: what the demonstration prints works as it is printed.

use crate::support::Process;
use std::io::Write;
use std::process::{Command, Stdio};

#[test]
fn the_printed_lines_work_as_printed() {
    let dir = tempfile::tempdir().unwrap();
    let demo = dir.path().join("demo");
    let mut server = Process::listening(&["serve", "--demo", demo.to_str().unwrap(), "--listen", "127.0.0.1:0"]);
    let mut recipe = String::new();
    loop {
        let line = server.line();
        if line.starts_with("# ... and try") {
            break;
        }
        if !recipe.is_empty() || line.starts_with("URL=") {
            recipe.push_str(&line);
        }
    }
    for shell in ["sh", "bash"] {
        let mut child =
            Command::new(shell).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(recipe.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{shell}: {said}{:?}", output.stderr);
        let mut rest = said.as_str();
        for step in [
            "notes.txt\\nreport.csv",
            "403 Forbidden",
            "error=\"insufficient_scope\", scope=\"payments:write\"",
            "input_required",
            "paid 20 EUR to Plant Shop",
            "Already done at ",
            "-32602",
        ] {
            rest = rest.split_once(step).unwrap_or_else(|| panic!("{shell}: no {step} in\n{said}")).1;
        }
    }
    let (well, log) = server.terminated();
    assert!(well && log.is_empty(), "{log}");
    let again = Process::listening(&["serve", "--demo", demo.to_str().unwrap(), "--listen", "127.0.0.1:0"]);
    assert!(!again.url.is_empty(), "a directory that is there serves again");
}
