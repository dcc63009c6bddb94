//! What looks wrong, look by look.

use crate::{read, told, with};
use serde_json::{Value, json};

fn found(tool: Value) -> Vec<String> {
    told(tool).found
}

#[test]
fn no_annotations() {
    let mut tool = read("frobnicate", json!({}));
    let missing = ["ANN-03: it has no annotations: it counts as not read-only, destructive and open-world."];
    tool["annotations"] = json!(null);
    assert_eq!(found(tool.clone()), missing);
    tool.as_object_mut().unwrap().remove("annotations");
    assert_eq!(found(tool), missing);
    assert_eq!(found(with("frobnicate", json!({}))), [""; 0]);
}

#[test]
fn annotations_and_hints_that_are_misshapen() {
    for annotations in [json!("read-only"), json!([]), json!(true)] {
        let told = found(with("frobnicate", annotations));
        assert_eq!(told, ["ANN-08: its annotations are no object, and count for nothing."]);
    }
    let all = json!({"readOnlyHint": 1, "destructiveHint": "no", "idempotentHint": null, "openWorldHint": []});
    assert_eq!(found(with("frobnicate", all)).len(), 4);
}

#[test]
fn read_only_beside_a_name_that_writes() {
    for (name, word) in [
        ("write_file", "write"),
        ("deleteUser", "delete"),
        ("user.remove", "remove"),
        ("RunQuery", "run"),
        ("file-upload", "upload"),
        ("find_and_replace", "replace"),
        ("get_or_create_user", "create"),
        ("read_then_purge", "purge"),
    ] {
        assert_eq!(
            found(read(name, json!({}))),
            [format!("ANN-01: it says that it only reads, and its name says `{word}`.")]
        );
    }
}

#[test]
fn what_is_done_to_a_written_thing_is_no_writing() {
    for name in ["get_commit", "list_posts", "show_merge", "search_updates", "read_set", "frobnicate", "git_branch"] {
        assert_eq!(found(read(name, json!({}))), [""; 0], "{name}");
    }
    assert_eq!(found(with("write_file", json!({}))), [""; 0], "it does not say that it only reads");
}

#[test]
fn read_only_beside_a_title_that_writes() {
    let titled = |name: &str, title: &str, inside: bool| {
        let mut tool = read(name, json!({}));
        if inside {
            tool["annotations"]["title"] = json!(title)
        } else {
            tool["title"] = json!(title)
        }
        found(tool)
    };
    let told = ["ANN-01: it says that it only reads, and its title says `delete`."];
    assert_eq!(titled("frobnicate", "Delete a File", false), told);
    assert_eq!(titled("frobnicate", "Delete a File", true), told);
    assert_eq!(titled("frobnicate", "List Files", false), [""; 0]);
    assert_eq!(titled("delete", "Delete", false), ["ANN-01: it says that it only reads, and its name says `delete`."]);
    assert_eq!(
        titled("wipe", "Delete", false),
        ["ANN-01: it says that it only reads, and its name says `wipe`, and its title says `delete`."]
    );
}

#[test]
fn read_only_beside_a_schema_that_writes() {
    let told = |argument: &str| {
        vec![format!("ANN-01: it says that it only reads, and its argument `{argument}` is for writing.")]
    };
    for argument in ["overwrite", "force", "dryRun", "edits", "new_content", "append", "patch"] {
        assert_eq!(found(read("frobnicate", json!({argument: {}}))), told(argument));
    }
    let choice = json!({"method": {"enum": ["GET", "DELETE"]}});
    assert_eq!(
        found(read("frobnicate", choice)),
        ["ANN-01: it says that it only reads, and its argument `method` may be `DELETE`."]
    );
    assert_eq!(found(read("frobnicate", json!({"sort": {"enum": ["name", "size", 3]}}))), [""; 0]);
}

#[test]
fn a_tool_that_destroys_and_denies_it() {
    let told = ["ANN-01: it says that it destroys nothing, and its name says `delete`."];
    assert_eq!(found(with("delete_file", json!({"destructiveHint": false}))), told);
    assert_eq!(found(with("delete_file", json!({"destructiveHint": true}))), [""; 0]);
    assert_eq!(found(with("delete_file", json!({}))), [""; 0]);
    assert_eq!(found(with("write_file", json!({"destructiveHint": false}))), [""; 0]);
}

#[test]
fn a_closed_world_with_a_url_in_it() {
    let mut tool = with("frobnicate", json!({"openWorldHint": false}));
    tool["inputSchema"]["properties"] = json!({"url": {}});
    let closed = "ANN-01: it says that its world is closed, and an argument speaks of a URL.";
    assert_eq!(found(tool.clone()).iter().filter(|told| *told == closed).count(), 1);
    tool["annotations"] = json!({});
    assert_eq!(found(tool).iter().filter(|told| *told == closed).count(), 0);
}

#[test]
fn an_input_schema_is_one_of_an_object() {
    let told = ["TOOL-07: its input schema is not one of an object."];
    for schema in [json!({}), json!(true), json!({"type": "array"}), json!({"type": ["object"]}), json!(null)] {
        let mut tool = read("frobnicate", json!({}));
        tool["inputSchema"] = schema;
        assert_eq!(found(tool), told);
    }
    let mut tool = read("frobnicate", json!({}));
    tool.as_object_mut().unwrap().remove("inputSchema");
    assert_eq!(found(tool), ["TOOL-07: it has no input schema."]);
}

#[test]
fn a_read_that_destroys() {
    let both = |reads: Value, destroys: Value| {
        found(with("frobnicate", json!({"readOnlyHint": reads, "destructiveHint": destroys, "openWorldHint": false})))
    };
    let wrong = ["ANN-01: it says both that it only reads and that it may destroy: one of the two is wrong."];
    assert_eq!(both(json!(true), json!(true)), wrong);
    for (reads, destroys) in [(true, false), (false, true), (false, false)] {
        assert_eq!(both(json!(reads), json!(destroys)), [""; 0], "{reads} {destroys}");
    }
    assert_eq!(both(json!(true), json!(null)).len(), 1, "misshapen, and no contradiction");
}

#[test]
fn an_argument_that_is_named_like_a_secret() {
    let of = |name: &str| {
        let mut tool = read("frobnicate", json!({name: {}}));
        tool["annotations"] = json!({"destructiveHint": true});
        found(tool)
    };
    for name in ["password", "apiKey", "api_key", "API-KEY", "access_token", "clientSecret", "private-key", "apikey"] {
        let told = format!(
            "CALL-07: `{name}` is named like a secret: it passes through the model, and a question must show it whole."
        );
        assert!(of(name).contains(&told), "{name}: {:?}", of(name));
    }
    for name in ["key", "api", "keyApi", "pageToken", "next_token", "maxTokens", "tokens", "passwordless", "secretary"]
    {
        assert_eq!(of(name), [""; 0], "{name}");
    }
    let deep = json!({"login": {"properties": {"password": {}}}});
    assert!(found(read("frobnicate", deep))[0].contains("`login.password` is named like a secret"));
}

#[test]
fn a_name_is_one_for_a_tool() {
    let wrong = "TOOL-05: its name is not one for a tool.";
    for name in ["a b", "a/b", "naïve", &"x".repeat(129), "a\n"] {
        assert!(found(read(name, json!({}))).contains(&wrong.to_owned()), "{name}");
    }
    assert!(found(read("", json!({}))).contains(&"TOOL-05: it has no name.".to_owned()));
    for name in ["a", "A-b_c.9", &"x".repeat(128)] {
        assert_eq!(found(read(name, json!({}))), [""; 0], "{name}");
    }
}

#[test]
fn characters_that_nobody_sees() {
    let mut tool = read("frobnicate", json!({}));
    tool["description"] = json!("Reads.\u{200b}\u{e0041}\u{e0042}");
    assert_eq!(
        found(tool.clone()),
        [r"CALL-08: its description has 3 characters that nobody sees, the first of them `\u{200b}`."]
    );
    tool["description"] = json!("Reads:\n\tthis, 👨\u{200d}👩\u{200d}👧 and ❤\u{fe0f}.\r\n");
    assert_eq!(found(tool.clone()), [""; 0]);
    tool["description"] = json!("\u{3000}全角\u{a0}and a wide space.");
    assert_eq!(found(tool.clone()), [""; 0]);
    // Letters, blanks and marks that are drawn as nothing, as the questions escape them too.
    for unseen in ['\u{3164}', '\u{115f}', '\u{ffa0}', '\u{2800}', '\u{34f}', '\u{17b4}'] {
        tool["description"] = json!(format!("Reads{unseen}."));
        let told = format!("CALL-08: its description has a character that nobody sees, `{}`.", unseen.escape_unicode());
        assert_eq!(found(tool.clone()), [told], "{}", unseen.escape_unicode());
    }
    tool["description"] = json!("Reads.");
    tool["title"] = json!("Files\u{202e}");
    assert_eq!(found(tool), [r"CALL-08: its title has a character that nobody sees, `\u{202e}`."]);
}

#[test]
fn a_read_that_speaks_of_secrets_and_asks_nobody() {
    let told = |word: &str| [format!("CONS-02: it speaks of `{word}`, and by its hints nobody need be asked.")];
    assert_eq!(found(read("get-env", json!({}))), told("env"));
    assert_eq!(found(read("list_secrets", json!({}))), told("secrets"));
    assert_eq!(found(with("get-env", json!({"readOnlyHint": true}))), [""; 0], "it is asked about");
    let mut tool = read("frobnicate", json!({}));
    tool["title"] = json!("Show a Password");
    assert_eq!(found(tool), told("password"));
}

/// However a name spells its verb: in capitals, in one word, in dressed or borrowed letters, in another language.
#[test]
fn a_verb_is_read_however_it_is_spelled() {
    let writes = |name: &str| {
        let found = told(read(name, json!({}))).found;
        found.iter().any(|told| told.starts_with("ANN-01: it says that it only reads, and its name says"))
    };
    for name in [
        "DROPTABLE",
        "execsql",
        "deletefile",
        "rmrf",
        "sendmail",
        "bash2",
        "mkdir",
        "read_write_file",
        "readWrite",
        "délete",
        "dele\u{301}te",
        "ｄelete",
        "d\u{435}lete_it",
        "de1ete_it",
        "del\u{200b}ete",
        "eliminar_archivo",
        "löschen",
    ] {
        assert!(writes(name), "{name}");
    }
    for name in
        ["settings", "address_book", "get_commit", "get_postcode", "runtime_info", "list_posts", "sha256", "addons"]
    {
        assert!(!writes(name), "{name}");
    }
}
