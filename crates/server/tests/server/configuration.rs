//! What an operator sets, and what is refused.

use crate::support::{House, run, run_with};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Output;

fn said(output: &Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Which key, where it stands, which one was likely meant, and which there are.
#[test]
fn an_unknown_key_is_refused_wherever_it_stands() {
    let house = House::new("");
    let config = house.path("config.toml");
    let check = ["config", "check", "--config", config.to_str().unwrap()];
    assert!(run(&check).status.success());
    let text = fs::read_to_string(&config).unwrap();
    let refused = |error: &str, says: &str| assert_eq!(error, format!("two-gates: configuration: {says}\n"));
    let limits = "limits has the keys body_bytes, argument_bytes, requests_per_second, burst, open_questions, connections, \
                  head_seconds, request_seconds, shutdown_seconds";
    let tool = "the keys defer_seconds, window, uses, evidence, undisclosed";
    let auth = "auth has the keys issuers, algorithms, types, first_scopes, refresh_seconds, keep_seconds";
    for (first, last, says) in [
        (
            "",
            "[limits]\nbody_byte = 3\n",
            format!("limits.body_byte, and there is no such key (was limits.body_bytes meant?); {limits}"),
        ),
        ("", "[limits]\nzzz = 3\n", format!("limits.zzz, and there is no such key; {limits}")),
        (
            "",
            "[tools.send_payment]\ndefer = 3\n",
            format!("tools.send_payment.defer, and there is no such key; tools.send_payment has {tool}"),
        ),
        (
            "",
            "[tools.send_payment]\nwindow = { opens_minute = 1, minute = 3 }\n",
            "tools.send_payment.window.minute, and there is no such key (was tools.NAME.window.minutes meant?); \
             tools.send_payment.window has the keys opens_minute, minutes"
                .into(),
        ),
        (
            "",
            "key_seconds = 3\n",
            format!("auth.key_seconds, and there is no such key (was auth.keep_seconds meant?); {auth}"),
        ),
    ] {
        fs::write(&config, format!("{first}{text}\n{last}")).unwrap();
        refused(&said(&run(&check)), &format!("{} sets {says}", config.display()));
    }
    // Of another table, and within a list.
    fs::write(&config, format!("body_bytes = 3\n{text}")).unwrap();
    let error = said(&run(&check));
    assert!(
        error.contains(
            "sets body_bytes, and there is no such key (was limits.body_bytes meant?); the keys are listen, resource,"
        ),
        "{error}"
    );
    fs::write(&config, text.replace("{ issuer = ", "{ jwk = \"x\", issuer = ")).unwrap();
    let error = said(&run(&check));
    assert!(error.contains("sets auth.issuers.jwk, and there is no such key (was auth.issuers.jwks meant?); auth.issuers has the keys issuer, jwks"), "{error}");

    fs::write(&config, &text).unwrap();
    for (variable, value, says) in [
        (
            "TWO_GATES_SERVER_LIMITS__BODY_BYTE",
            "3",
            format!(
                "sets limits.body_byte, and there is no such key (was TWO_GATES_SERVER_LIMITS__BODY_BYTES meant?); {limits}"
            ),
        ),
        (
            "TWO_GATES_SERVER_LIMITS",
            "{ body_byte = 3 }",
            format!(
                "sets limits.body_byte, and there is no such key (was TWO_GATES_SERVER_LIMITS__BODY_BYTES meant?); {limits}"
            ),
        ),
        (
            "TWO_GATES_SERVER_LISTEN__PORT",
            "3",
            "sets listen.port, and there is no such key; listen has no keys below it".into(),
        ),
    ] {
        refused(&said(&run_with(&check, &[(variable, value)])), &format!("the variable {variable} {says}"));
    }
    for (variable, value) in
        [("TWO_GATES_SERVER_LIMITS__BODY_BYTES", "333"), ("TWO_GATES_SERVER_LIMITS", "{ body_bytes = 333 }")]
    {
        let shown = run_with(&check, &[(variable, value)]);
        assert!(String::from_utf8(shown.stdout).unwrap().contains("\"body_bytes\": 333"));
    }
    let tools = "{ send_payment = { defer_seconds = 60, window = { opens_minute = 1, minutes = 3 } } }";
    let error = said(&run_with(&check, &[("TWO_GATES_SERVER_TOOLS", tools)]));
    assert!(error.contains("either defer_seconds or window"), "{error}");
}

#[test]
fn what_makes_no_sense_is_refused_with_its_key() {
    let house = House::new("");
    let config = house.path("config.toml");
    let check = ["config", "check", "--config", config.to_str().unwrap()];
    let text = fs::read_to_string(&config).unwrap();
    for (more, key, says) in [
        ("[limits]\nburst = 0\n", "limits.burst", "nothing would come through"),
        ("[limits]\nconnections = 4611686018427387904\n", "limits.connections", "can be counted"),
        ("[tools.format_disk]\nuses = 1\n", "tools.format_disk", "there is no such tool"),
        ("[tools.list_files]\ndefer_seconds = 1\n", "tools.list_files", "never asked about"),
        ("[tools.list_files]\nevidence = \"signed\"\n", "tools.list_files", "no yes can be demanded"),
        ("[tools.list_files]\nuses = 1\n", "tools.list_files", "no yes can be demanded"),
        ("[tools.send_payment]\ndefer_seconds = 90000\n", "tools.send_payment.defer_seconds", "86400"),
        ("[tools.send_payment]\nuses = 2\n", "tools.send_payment.uses is 2", "counts once"),
        ("[tools.delete_file]\nuses = 2\ndefer_seconds = 60\n", "tools.delete_file.uses is 2", "never for delete_file"),
        ("[tools.send_payment]\nuses = 101\ndefer_seconds = 60\n", "tools.send_payment.uses is 101", "1 to 100"),
        ("[search]\nurl = \"http://search.example/\"\n", "search.url", "without TLS"),
        ("[stdio]\nuser = \"\"\n", "stdio.user", "somebody's"),
    ] {
        fs::write(&config, format!("{text}\n{more}")).unwrap();
        let error = said(&run(&check));
        assert!(error.contains(key) && error.contains(says), "{more}: {error}");
    }
    for (algorithm, says) in [("none", "can be of"), ("HS256", "can be of")] {
        fs::write(&config, text.replace("[auth]", &format!("[auth]\nalgorithms = [{algorithm:?}]"))).unwrap();
        let error = said(&run(&check));
        assert!(error.contains("auth.algorithms") && error.contains(says), "{error}");
    }
    for more in ["[tools.send_payment]\nuses = 1\n", "[tools.send_payment]\nuses = 2\ndefer_seconds = 60\n"] {
        fs::write(&config, format!("{text}\n{more}")).unwrap();
        assert!(run(&check).status.success(), "{more}");
    }
    let error = said(&run(&["config", "check", "--config", "nowhere.toml"]));
    assert!(error.contains("there is no configuration file"), "{error}");
}

/// Whatever is missing is found before anything is made.
#[test]
fn nothing_is_made_before_all_is_found() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let store = format!("sqlite:{}", path("grants.db"));
    let (files, keys) = (path("files"), path("keys"));
    let set = ["--store", &store, "--files", &files, "--keys", &keys, "--listen", "127.0.0.1:0"];
    let commands: [&[&str]; 3] = [&["work", "--once"], &["serve"], &["serve", "--stdio"]];
    let made = || fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect::<Vec<_>>();
    for command in commands {
        let error = said(&run(&[command, &set].concat()));
        assert!(error.contains("cannot open the directory of files"), "{command:?}: {error}");
        assert!(made().is_empty(), "{command:?}: {:?}", made());
    }
    fs::create_dir(&files).unwrap();
    for command in commands {
        let error = said(&run(&[command, &set].concat()));
        assert!(error.contains(&keys), "{command:?}: {error}");
        assert_eq!(made(), ["files"], "{command:?}");
        assert_eq!(fs::read_dir(&files).unwrap().count(), 0);
    }
    // Nor of a demonstration that cannot be.
    let demo = path("demo");
    for more in [["--listen", "0.0.0.0:0"], ["--search", "http://search.example/"]] {
        said(&run(&[&["serve", "--demo", &*demo][..], &more].concat()));
        assert_eq!(made(), ["files"], "{more:?}");
    }
}

/// Whoever lets others reach plain HTTP is told what that means.
#[test]
fn plain_http_beyond_this_machine_is_said() {
    let house = House::new("");
    for (listen, beyond) in [("0.0.0.0:0", true), ("127.0.0.1:0", false)] {
        let mut server = house.serve(&["--listen", listen]);
        if beyond {
            let line = server.line();
            assert!(line.starts_with("warning: this is plain HTTP on an address that other machines reach"), "{line}");
            assert!(line.contains("with a proxy before it that adds TLS"), "{line}");
        }
        assert_eq!(house.client(&server, "").fetch("/healthz").0, 200);
        let (well, log) = server.terminated();
        assert!(well && log.contains("\"event\":\"plain_http\"") == beyond, "{log}");
    }
    let dir = tempfile::tempdir().unwrap();
    let demo = dir.path().join("demo");
    let error = said(&run(&["serve", "--demo", demo.to_str().unwrap(), "--listen", "0.0.0.0:0"]));
    assert!(error.contains("a demonstration hands out tokens over plain HTTP"), "{error}");
}

#[test]
fn what_holds_the_gates_up_is_none_of_the_files() {
    let house = House::new("");
    let config = house.path("config.toml");
    let check = ["config", "check", "--config", config.to_str().unwrap()];
    let text = fs::read_to_string(&config).unwrap();
    let files = house.path("files");
    let barred = format!("barred = {:?}\n{text}", files.join("barred"));
    let inside = |name: &str| text.replace(house.path(name).to_str().unwrap(), files.join(name).to_str().unwrap());
    for (key, text) in [("keys", inside("keys")), ("store", inside("grants.db")), ("barred", barred)] {
        fs::write(&config, text).unwrap();
        let error = said(&run(&check));
        assert!(error.contains(&format!("{key} lies within files")), "{key}: {error}");
    }
}

#[test]
fn no_password_is_shown() {
    let shown = run(&["config", "check", "--store", "postgres://gates:hunter2@db.example/grants"]);
    assert!(shown.status.success(), "{shown:?}");
    assert!(!String::from_utf8(shown.stdout).unwrap().contains("hunter2"));
    // A slip of the pen beside it does not have its line quoted.
    let house = House::new("");
    let config = house.path("config.toml");
    for slip in
        ["store = \"postgres://gates:hunter2@db.example/grants\n", "store = 'postgres://gates:hunter2@db.example/g"]
    {
        fs::write(&config, slip).unwrap();
        let error = said(&run(&["config", "check", "--config", config.to_str().unwrap()]));
        assert!(error.contains("line 1") && !error.contains("hunter2"), "{error}");
    }
}

#[test]
fn a_key_file_is_nobody_elses_and_prints_no_secret() {
    let house = House::new("");
    let keys = house.path("keys");
    let keys = keys.to_str().unwrap();
    assert_eq!(fs::metadata(keys).unwrap().permissions().mode() & 0o777, 0o600);
    let secret = |name: &str| {
        let file: serde_json::Value = serde_json::from_str(&fs::read_to_string(keys).unwrap()).unwrap();
        file[name]["secret"].as_str().unwrap().to_owned()
    };
    let first = secret("current");
    let error = said(&run(&["keys", "new", "--keys", keys]));
    assert!(error.contains("cannot make the key file"), "{error}");
    let rotated = run(&["keys", "rotate", "--keys", keys]);
    let listed = run(&["keys", "list", "--keys", keys]);
    let listed = String::from_utf8(listed.stdout).unwrap();
    assert_eq!(listed.lines().count(), 2);
    assert!(listed.lines().next().unwrap().ends_with(" current") && listed.contains(" previous"), "{listed}");
    assert_eq!(secret("previous"), first);
    assert_eq!(fs::metadata(keys).unwrap().permissions().mode() & 0o777, 0o600);
    let printed = listed + &String::from_utf8(rotated.stdout).unwrap();
    assert!(!printed.contains(&first) && !printed.contains(&secret("current")));

    fs::set_permissions(keys, fs::Permissions::from_mode(0o640)).unwrap();
    let error = said(&run(&["keys", "list", "--keys", keys]));
    assert!(error.contains("others may read") && error.contains("0640"), "{error}");
    let config = house.path("config.toml");
    let error = said(&run(&["serve", "--config", config.to_str().unwrap()]));
    assert!(error.contains("others may read"), "{error}");
}

#[test]
fn the_reference_page_is_fresh() {
    let printed = run(&["config", "reference"]);
    let printed = String::from_utf8(printed.stdout).unwrap();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/SETTINGS.md");
    if std::env::var_os("TWO_GATES_BLESS").is_some() {
        fs::write(path, &printed).unwrap();
    }
    assert_eq!(fs::read_to_string(path).unwrap(), printed, "run scripts/outputs goldens");
}
