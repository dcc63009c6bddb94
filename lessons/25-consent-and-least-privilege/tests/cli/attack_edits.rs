//! `--attack`: edits by pointer, and whatever else somebody may type.

use crate::attack::{attack, decisions, files, verdict};
use crate::session::{Session, misfits, run_at};
use lesson_25::attacks;

const DELETED: &str = "payroll/june.csv, report.csv";

#[test]
fn a_pointer_sets_takes_out_and_builds() {
    let edits = [
        ("/arguments/path report.csv", "/arguments/path = \"report.csv\"", "gate two refused (other_arguments)"),
        (
            "/arguments/path   \"report.csv\"  ",
            "/arguments/path = \"report.csv\"",
            "gate two refused (other_arguments)",
        ),
        ("/name nope", "/name = \"nope\"", "gate one refused (unknown_tool)"),
        ("/name send_payment", "/name = \"send_payment\"", "gate one refused (insufficient_scope)"),
        ("-/inputResponses", "/inputResponses is out", "gate two asked"),
        ("-/inputResponses/approval", "/inputResponses/approval is out", "gate two asked"),
        ("/requestState nonsense", "/requestState = \"nonsense\"", "gate two refused (tampered)"),
        ("/arguments/n 9007199254740993", "/arguments/n = 9007199254740993", "front door refused (number_too_large)"),
        (
            "/inputResponses/approval/action cancel",
            "/inputResponses/approval/action = \"cancel\"",
            "gate two refused (cancelled)",
        ),
    ];
    for (typed, said, refused) in edits {
        let session = attack("", &format!("{typed}\n\n"));
        assert!(session.output.contains(&format!("\n      {said}\nedit> ")), "{typed}: {}", session.output);
        assert_eq!(decisions(&session)[0], refused, "{typed}");
        assert_eq!(misfits(&session.output), [""; 0], "{typed}");
    }
}

#[test]
fn what_the_gates_do_not_look_at_changes_nothing() {
    for typed in ["/extra/deep/er 1", "/a~1b~0c {\"d\": []}", "/ 1", "//x 1"] {
        let session = attack("", &format!("{typed}\n\n"));
        assert_eq!(decisions(&session), ["grant spent", "grant refused (executed)"], "{typed}");
        assert_eq!(files(&session), DELETED, "{typed}");
    }
    // The name between the slashes is read as RFC 6901 says.
    assert!(attack("", "/a~1b~0c 1\n\n").output.contains(r#""a/b~c": 1"#));
    assert!(attack("", "//x 1\n\n").output.contains(r#""": {"x": 1}"#));
}

#[test]
fn an_edit_that_fails_leaves_nothing_behind() {
    let failures = [
        ("-/nope/deep", "There is no /nope/deep."),
        ("-/arguments/size", "There is no /arguments/size."),
        ("-/name/first", "There is no /name/first."),
        ("/name/first 1", "/name/first does not lead through objects."),
        ("/arguments", "That is no edit. Type 1 to 6, /POINTER VALUE, -/POINTER, ?, or Enter."),
        ("delete everything", "That is no edit. Type 1 to 6, /POINTER VALUE, -/POINTER, ?, or Enter."),
    ];
    let honest = attack("", "\n");
    let (_, sent) = honest.output.rsplit_once("edit> ").unwrap();
    for (typed, said) in failures {
        let session = attack("", &format!("{typed}\n\n"));
        assert!(session.output.contains(&format!("edit> {typed}\n      {said}\nedit> ")), "{}", session.output);
        assert_eq!(session.output.rsplit_once("edit> ").unwrap().1, sent, "{typed}");
    }
}

#[test]
fn a_decline_in_the_yes_s_place_is_a_no_that_stays() {
    let session = attack("", "/inputResponses/approval/action \"decline\"\n\n");
    assert_eq!(decisions(&session), ["gate two refused (declined)", "gate two refused (answered_no)"]);
    assert_eq!(session.effects(), [""; 0]);
}

#[test]
fn what_is_typed_cannot_steer_the_terminal() {
    let typed = b"/arguments/path \x1b[2J\xff\n/\x1b]0;x\x07 1\n\x1b[31mred\n-/\x00\n\n";
    let session = run_at("--attack", typed, false, true).good("bytes");
    assert_eq!(misfits(&session.output), [""; 0]);
    assert!(session.output.contains(r"edit> /arguments/path \u{1b}[2J"), "{}", session.output);
    assert_eq!(files(&session), DELETED);
}

#[test]
fn whatever_is_off_and_whatever_is_typed_it_comes_to_its_end() {
    for defence in attacks::defences() {
        for typed in ["1", "3\n5\n6", "-/name", "/inputResponses 7"] {
            let session = attack(&format!("--without {}", defence.name()), &format!("{typed}\n\n"));
            assert!(session.output.contains("     The world now. Files: "), "{defence:?} {typed}");
            assert!(!session.output.contains("Plant Shop"), "{defence:?} {typed}");
        }
    }
}

#[test]
fn each_number_of_the_menu_comes_through_without_what_stops_it() {
    let through = [
        ("2", "integrity", "payroll/june.csv, report.csv"),
        ("3", "exact-yes", "payroll/june.csv, report.csv"),
        ("5", "principal", "payroll/june.csv, report.csv"),
        ("6", "expiry", "payroll/june.csv, report.csv"),
    ];
    for (typed, defence, left) in through {
        let session = attack(&format!("--without {defence}"), &format!("{typed}\n\n"));
        assert_eq!(decisions(&session)[0], "grant spent", "{typed} without {defence}");
        assert_eq!(files(&session), left, "{typed} without {defence}");
        assert!(session.output.contains("     It was let through.\n"), "{typed} without {defence}");
    }
}

#[test]
fn an_object_that_an_edit_made_does_not_stay_when_it_is_empty() {
    let honest = attack("", "\n");
    let sent =
        |session: &Session| session.output.split_once("retry of 51").unwrap().1.lines().nth(2).unwrap().to_owned();
    for typed in
        ["/x/y 1\n-/x/y", "/x/y/z 1\n-/x/y/z", "/x/y 1\n/x/z 1\n-/x/y\n-/x/z", "/arguments/a/b 1\n-/arguments/a/b"]
    {
        let session = attack("", &format!("{typed}\n\n"));
        assert_eq!(sent(&session), sent(&honest), "{typed}");
        assert!(!session.output.contains("{}"), "{typed}");
    }
    // What it shares with another edit stays, and so does what was there before.
    assert!(attack("", "/x/y 1\n/x/z 2\n-/x/y\n?\n\n").output.contains("\n  /x/z "));
    assert!(attack("", "-/arguments/path\n?\n\n").output.contains("\n  /arguments  "));
}

#[test]
fn a_pointer_of_ten_thousand_names_is_no_edit() {
    let deep = |names: usize| "/a".repeat(names);
    for typed in [format!("{} 1", deep(2000)), format!("-{}", deep(2000)), format!("{} 1", deep(101))] {
        let session = attack("", &format!("{typed}\n\n"));
        assert!(session.output.contains("\n      A pointer may have 100 names at most.\nedit> "));
        assert_eq!(decisions(&session), ["grant spent"]);
    }
    // As deep as it may be, the front door turns it away.
    for typed in [format!("{} 1", deep(100)), format!("{} {}1{}", deep(100), "[".repeat(100), "]".repeat(100))] {
        let session = attack("", &format!("{typed}\n?\n\n"));
        assert_eq!(decisions(&session)[0], "front door refused (too_deep)");
        assert!(verdict(&session).starts_with("held by strict-json: CALL-04, "));
    }
    // A line that is longer than anybody types is not read at all.
    let session = attack("", &format!("{} 1\n\n", deep(10_000)));
    assert!(session.output.contains("\nedit> \nA line may have 4096 bytes at most. That one was not read.\nedit> \n"));
    assert_eq!(decisions(&session), ["grant spent"]);
}

#[test]
fn what_the_client_writes_itself_is_not_on_the_table() {
    for typed in ["/_meta 1", "/_meta/x 1", "-/_meta", "-/_meta/x"] {
        let session = attack("", &format!("{typed}\n\n"));
        let said = "\n      _meta is not on the table: the client writes it into every request.\nedit> ";
        assert!(session.output.contains(said), "{typed}");
        assert_eq!(decisions(&session), ["grant spent"]);
    }
    // Within the arguments it is a name like any other.
    assert!(verdict(&attack("", "/arguments/_meta 1\n\n")).starts_with("held by tool: "));
}

#[test]
fn a_value_with_one_name_twice_is_no_value() {
    let session = attack("", "/arguments {\"path\": \"notes.txt\", \"path\": \"report.csv\"}\n\n");
    assert!(
        session.output.contains("\n      The name \"path\" stands twice in that value.\nedit> "),
        "{}",
        session.output
    );
    assert_eq!(decisions(&session), ["grant spent"]);
}

#[test]
fn of_very_many_edits_the_first_are_named() {
    let session = attack("", &format!("{}\n", "1\n".repeat(500)));
    assert!(session.output.split_whitespace().collect::<Vec<_>>().join(" ").contains("; and 496 more RS-06"));
    let session = attack("", "1\n1\n1\n1\n\n");
    assert!(!session.output.contains("more RS-06") && !session.output.contains("; and "));
}
