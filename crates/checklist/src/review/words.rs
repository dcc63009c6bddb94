//! What the words of a name say that a tool does.

/// What a tool does, by the verb in its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    /// It reads.
    Read,
    /// It changes or adds something.
    Write,
    /// It takes something away.
    Destroy,
    /// It runs something.
    Execute,
}

const READS: &[&str] = &[
    "browse",
    "calculate",
    "check",
    "compare",
    "compute",
    "convert",
    "count",
    "describe",
    "diff",
    "echo",
    "explain",
    "fetch",
    "find",
    "get",
    "grep",
    "has",
    "inspect",
    "is",
    "list",
    "lookup",
    "ping",
    "preview",
    "print",
    "query",
    "read",
    "resolve",
    "search",
    "show",
    "stat",
    "status",
    "summarise",
    "summarize",
    "translate",
    "validate",
    "verify",
    "view",
    "watch",
];

const WRITES: &[&str] = &[
    "add",
    "append",
    "apply",
    "approve",
    "archive",
    "assign",
    "cancel",
    "change",
    "checkout",
    "close",
    "commit",
    "configure",
    "copy",
    "create",
    "deploy",
    "disable",
    "edit",
    "enable",
    "import",
    "insert",
    "install",
    "invite",
    "merge",
    "modify",
    "move",
    "pay",
    "post",
    "publish",
    "push",
    "put",
    "register",
    "rename",
    "replace",
    "reply",
    "restart",
    "restore",
    "save",
    "send",
    "set",
    "start",
    "stop",
    "submit",
    "subscribe",
    "toggle",
    "transfer",
    "trigger",
    "unsubscribe",
    "update",
    "upload",
    "upsert",
    "write",
];

const DESTROYS: &[&str] = &[
    "clear",
    "delete",
    "destroy",
    "discard",
    "drop",
    "erase",
    "kill",
    "overwrite",
    "prune",
    "purge",
    "remove",
    "reset",
    "revoke",
    "rm",
    "shred",
    "terminate",
    "truncate",
    "uninstall",
    "unlink",
    "wipe",
];

const EXECUTES: &[&str] =
    &["bash", "eval", "evaluate", "exec", "execute", "invoke", "launch", "powershell", "run", "shell", "spawn", "sudo"];

/// Words behind which a name has another verb.
const JOINS: &[&str] = &["and", "or", "then"];

impl Deed {
    /// What one word says.
    pub(super) fn of_word(word: &str) -> Option<Self> {
        let lists = [(READS, Self::Read), (WRITES, Self::Write), (DESTROYS, Self::Destroy), (EXECUTES, Self::Execute)];
        lists.into_iter().find_map(|(list, deed)| list.contains(&word).then_some(deed))
    }

    /// What a name says: its first verb, for what stands behind a verb is what it is done to (`list_commits`). Behind
    /// *and*, *or*, *then* another verb counts, and the one that does more is told, with its word.
    pub(super) fn of(words: &[String]) -> Option<(Self, &str)> {
        let mut verbs: Vec<(Self, &str)> = Vec::new();
        let mut open = true;
        for word in words {
            if JOINS.contains(&word.as_str()) {
                open = true;
            } else if let Some(deed) = Self::of_word(word).filter(|_| open) {
                verbs.push((deed, word));
                open = false;
            }
        }
        let changes = verbs.iter().find(|(deed, _)| *deed != Self::Read);
        changes.or(verbs.first()).copied()
    }
}

/// The words of a text, in small letters. A capital begins one in `moveFile`, not within `PDF`.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before_small = false;
    for character in text.chars() {
        if !character.is_alphanumeric() || character.is_uppercase() && before_small {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| character.is_alphanumeric()) {
            word.extend(character.to_lowercase());
        }
        before_small = character.is_lowercase() || character.is_numeric();
    }
    words.retain(|word| !word.is_empty());
    words
}
