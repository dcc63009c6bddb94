//! A folder of one test, and children of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};

/// A folder that is removed when its test ends.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = format!("sqlite-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::SeqCst));
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.file("grants.db")
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// What a child process of these tests is told by its parent: its task, and the rest of its arguments.
pub(crate) fn told(task: &str) -> Option<Vec<String>> {
    let told = std::env::var("TWO_GATES_CHILD").ok()?;
    let mut words = told.split('\n').map(str::to_owned);
    (words.next()? == task).then(|| words.collect())
}

/// Starts this very program once more, to run the one test that is a task, behind these words of a shell.
pub(crate) fn child(shell: &str, task: &str, arguments: &[&str]) -> Child {
    let test = format!("{task}::as_a_child");
    let script = format!("{shell}\nexec \"$0\" --exact \"$1\" --nocapture --test-threads 1");
    let mut told = vec![task];
    told.extend(arguments);
    Command::new("sh")
        .args(["-c", &script])
        .arg(std::env::current_exe().unwrap())
        .arg(test)
        .env("TWO_GATES_CHILD", told.join("\n"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// What a child said, line by line, once it has ended well.
pub(crate) fn said(child: Child) -> Vec<String> {
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().filter_map(|line| line.strip_prefix("> ").map(str::to_owned)).collect()
}
