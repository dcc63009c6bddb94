//! The first minute: what the demonstration prints works as it is printed.

use crate::support::Process;
use std::io::Write;
use std::process::{Command, Stdio};

/// What a demonstration prints for a shell.
fn recipe(server: &mut Process) -> String {
    let mut recipe = String::new();
    loop {
        let line = server.line();
        if line.starts_with("# ... and try") {
            return recipe;
        }
        if !recipe.is_empty() || line.starts_with("URL=") {
            recipe.push_str(&line);
        }
    }
}

/// What a shell says to these lines, in a directory of its own.
fn pasted(shell: &str, lines: &str) -> String {
    let elsewhere = tempfile::tempdir().unwrap();
    let mut command = Command::new(shell);
    command.current_dir(elsewhere.path()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{shell}: {said}{:?}", output.stderr);
    said
}

/// These stand in what was said, one after another.
fn in_order(said: &str, steps: &[&str]) {
    let mut rest = said;
    for step in steps {
        rest = rest.split_once(step).unwrap_or_else(|| panic!("no {step} in\n{said}")).1;
    }
}

#[test]
fn the_printed_lines_work_as_printed() {
    let dir = tempfile::tempdir().unwrap();
    let demo = dir.path().join("demo");
    let mut server = Process::listening(&["serve", "--demo", demo.to_str().unwrap(), "--listen", "127.0.0.1:0"]);
    let recipe = recipe(&mut server);
    for shell in ["sh", "bash"] {
        in_order(
            &pasted(shell, &recipe),
            &[
                "notes.txt\\nreport.csv",
                "403 Forbidden",
                "error=\"insufficient_scope\", scope=\"payments:write\"",
                "input_required",
                "paid 20 EUR to Plant Shop",
                "Already done at ",
                "-32602",
                "input_required",
                "Not run: the person declined",
                "Not run: this question was answered at ",
            ],
        );
    }
    assert!(demo.join("files/notes.txt").exists());
    let (well, log) = server.terminated();
    assert!(well && log.is_empty(), "{log}");
    let again = Process::listening(&["serve", "--demo", demo.to_str().unwrap(), "--listen", "127.0.0.1:0"]);
    assert!(!again.url.is_empty(), "a directory that is there serves again");
}

/// The worker's line is printed in either case: to be run, where payments wait, or as something to try.
#[test]
fn the_printed_worker_works_beside_it() {
    let dir = tempfile::tempdir().unwrap();
    // A name that a shell would split.
    let demo = dir.path().join("a demo's");
    let serve = |more: &[&str]| {
        let mut command = vec!["serve", "--demo", demo.to_str().unwrap(), "--listen", "127.0.0.1:0"];
        command.extend(more);
        Process::listening(&command)
    };
    let mut server = serve(&["--defer", "send_payment"]);
    let recipe_of_waiting = recipe(&mut server);
    for shell in ["sh", "bash"] {
        let steps =
            ["Approved, not yet done.", "Approved, not yet done;", "\nran\n", "Done at ", "paid 20 EUR to Plant Shop"];
        in_order(&pasted(shell, &recipe_of_waiting), &steps);
    }
    drop(server);
    let mut server = serve(&[]);
    let recipe = recipe(&mut server);
    let printed =
        recipe.lines().find_map(|line| line.strip_prefix("#    ").filter(|line| line.contains(" work --once ")));
    assert_eq!(pasted("sh", printed.unwrap()), "idle\n");
}
