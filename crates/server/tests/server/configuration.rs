//! What an operator sets, and what is refused.

use crate::support::{House, run, run_with};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Output;

fn said(output: &Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn an_unknown_key_is_refused_wherever_it_stands() {
    let house = House::new("");
    let config = house.path("config.toml");
    let check = ["config", "check", "--config", config.to_str().unwrap()];
    assert!(run(&check).status.success());
    let text = fs::read_to_string(&config).unwrap();
    fs::write(&config, format!("{text}\n[limits]\nbody_byte = 3\n")).unwrap();
    let error = said(&run(&check));
    assert!(error.contains("body_byte") && error.contains("config.toml"), "{error}");
    fs::write(&config, &text).unwrap();
    let error = said(&run_with(&check, &[("TWO_GATES_SERVER_LIMITS__BODY_BYTE", "3")]));
    assert!(error.contains("body_byte"), "{error}");
    let shown = run_with(&check, &[("TWO_GATES_SERVER_LIMITS__BODY_BYTES", "333")]);
    assert!(String::from_utf8(shown.stdout).unwrap().contains("\"body_bytes\": 333"));
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
    let error = said(&run(&["config", "check", "--config", "nowhere.toml"]));
    assert!(error.contains("there is no configuration file"), "{error}");
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
