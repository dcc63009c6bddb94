//! `--attack`: each number of the menu, and what is left of the world.

use crate::session::{Session, misfits, run, run_at};

const BEFORE: &str = "notes.txt, payroll/june.csv, report.csv";
const DELETED: &str = "payroll/june.csv, report.csv";

pub(crate) fn attack(more: &str, typed: &str) -> Session {
    run(&format!("--attack {more}"), typed).good(typed)
}

/// The files that there are afterwards. Nothing is ever paid.
pub(crate) fn files(session: &Session) -> String {
    let said = session.output.split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, world) = said.rsplit_once("The world now. Files: ").unwrap();
    world.split_once(". Paid: nothing. Verdict on your retry: ").unwrap().0.to_owned()
}

/// What the last line says of the retry.
pub(crate) fn verdict(session: &Session) -> String {
    let said = session.output.split_whitespace().collect::<Vec<_>>().join(" ");
    said.rsplit_once("Verdict on your retry: ").unwrap().1.to_owned()
}

/// The decisions since the retry was sent, each as its gate, verdict and code.
pub(crate) fn decisions(session: &Session) -> Vec<String> {
    let (_, since) = session.output.rsplit_once("edit> ").unwrap();
    let gates = ["gate one", "gate two", "grant", "front door"];
    let rows = since.lines().filter_map(|line| line.strip_prefix("     ")?.split_once(':'));
    let rows = rows.map(|(start, _)| start.split_whitespace().collect::<Vec<_>>().join(" "));
    rows.filter(|row| gates.iter().any(|gate| row.starts_with(gate))).collect()
}

#[test]
fn each_number_of_the_menu_is_refused_and_the_honest_retry_works() {
    let edits = [
        ("1", "gate two refused (other_arguments)", "/arguments/path = \"report.csv\""),
        ("2", "gate two refused (tampered)", "the last character of the state is another"),
        ("3", "gate two asked", "/inputResponses/approval/content/approved = \"true\""),
        ("4", "gate two asked", "/requestState is out"),
        ("5", "gate two refused (other_principal)", "Bob sends it, with a token of his own"),
    ];
    for (typed, refused, said) in edits {
        let session = attack("", &format!("{typed}\n\n"));
        assert_eq!(decisions(&session), [refused, "grant spent"], "{typed}");
        assert_eq!(session.effects(), ["deleted notes.txt"], "{typed}");
        assert_eq!(files(&session), DELETED, "{typed}");
        assert!(session.output.contains(&format!("edit> {typed}\n      {said}\nedit> \n")), "{}", session.output);
        // What a gate refused is marked as the violation that it is.
        let violation = session.output.contains("     VIOLATION   ");
        assert_eq!(violation, refused.contains("refused"), "{typed}");
        assert_eq!(session.output.matches("     Nothing ran.").count(), 1, "{typed}");
        assert_eq!(session.output.matches("     Now Alice's own client sends the honest retry.\n").count(), 1);
        assert_eq!(misfits(&session.output), [""; 0], "{typed}");
    }
}

#[test]
fn after_six_minutes_the_honest_retry_is_too_late_as_well() {
    let session = attack("", "6\n\n");
    assert_eq!(decisions(&session), ["gate two refused (expired)"; 2]);
    assert_eq!(session.effects(), [""; 0]);
    assert_eq!(files(&session), BEFORE);
    assert!(session.output.contains("6 minutes later"));
}

#[test]
fn enter_at_once_or_the_end_of_input_sends_the_honest_retry_and_nothing_else() {
    for typed in ["\n", "", "   \n", "garbage\n\n", "0\n7\n11\n1 \u{7f}x\n\n", "/path\n-\n-x\n/\n\n"] {
        let session = attack("", typed);
        assert_eq!(decisions(&session), ["grant spent"], "{typed:?}");
        assert_eq!(session.effects(), ["deleted notes.txt"]);
        assert_eq!(files(&session), DELETED);
        assert!(!session.output.contains("VIOLATION") && !session.output.contains("honest retry.\n"), "{typed:?}");
    }
    // The end of input sends what was edited so far.
    assert_eq!(attack("", "1").output, attack("", "1\n").output);
    assert_eq!(decisions(&attack("", "1")), ["gate two refused (other_arguments)", "grant spent"]);
}

#[test]
fn edits_add_up() {
    let session = attack("", "5\n1\n\n");
    assert!(session.output.contains("VIOLATION   Bob sends it, with a token of his own; /arguments/path ="));
    assert_eq!(decisions(&session), ["gate two refused (other_principal)", "grant spent"]);
    let session = attack("", "4\n2\n\n");
    assert!(session.output.contains("\n      There is no state any more.\n"));
    assert_eq!(decisions(&session), ["gate two asked", "grant spent"]);
    // Two rounds of the same edit are the honest retry again: other_arguments is not remembered.
    let session = attack("", "1\n/arguments/path \"notes.txt\"\n\n");
    assert_eq!(decisions(&session), ["grant spent", "grant refused (executed)"]);
}

#[test]
fn without_its_defences_it_comes_through_and_is_shown() {
    let session = attack("--without arguments,snapshot", "1\n\n");
    assert_eq!(decisions(&session), ["grant spent", "grant refused (executed)"]);
    assert_eq!(session.effects(), ["deleted report.csv"]);
    assert_eq!(files(&session), "notes.txt, payroll/june.csv");
    assert!(session.output.contains("\n     It was let through.\n     Now Alice's own client sends"));
    assert!(!session.output.contains("VIOLATION"));
    // Without the first alone, the yes is spent on it all the same, but the file is not the one that was shown.
    let session = attack("--without arguments", "1\n\n");
    assert_eq!(decisions(&session), ["grant failed", "grant refused (failed)"]);
    assert_eq!(session.effects(), ["nothing happened"]);
    assert_eq!(files(&session), BEFORE);
    assert!(session.output.contains("\n     Gate two let it through. It failed when it was to run.\n"));
}

#[test]
fn the_menu_stands_in_its_columns_and_the_prompt_swallows_nothing() {
    let (piped, terminal) = (attack("", "1\n\n"), run_at("--attack", b"1\n\n", false, false).good("terminal"));
    let menu = "\n  1  name another file                     4  answer yes without any state\n  2  change";
    assert!(piped.output.contains(menu));
    assert!(piped.output.contains("\nedit> 1\n      /arguments"), "{}", piped.output);
    assert!(piped.output.contains("\nedit> \n\n 54  alice's host → server"), "{}", piped.output);
    // At a terminal, the student's own Enter ends the line.
    assert!(terminal.output.contains("\nedit>       /arguments") && terminal.output.contains("\nedit> \n 54  "));
}

/// What is on the table is shown before anything is asked, each part behind the pointer that changes it.
#[test]
fn the_retry_is_shown_with_its_pointers_before_the_first_edit() {
    let session = attack("", "1\n-/inputResponses/approval/content\n?\n\n");
    let table = "The retry, and where each part of it stands:\n\n\
                 \x20 /arguments/path                            \"notes.txt\"\n\
                 \x20 /inputResponses/approval/action            \"accept\"\n\
                 \x20 /inputResponses/approval/content/approved  true\n\
                 \x20 /name                                      \"delete_file\"\n\
                 \x20 /requestState                              \"v1.k1.4hQ…D7GxU\" (356 characters)\n\n\
                 \x20 1  name another file";
    assert!(session.output.contains(table), "{}", session.output);
    // And again as it is now, whenever it is asked for.
    let again = "edit> ?\n\
                 \x20 /arguments/path                  \"report.csv\"\n\
                 \x20 /inputResponses/approval/action  \"accept\"\n\
                 \x20 /name                            \"delete_file\"\n\
                 \x20 /requestState                    \"v1.k1.4hQ…D7GxU\" (356 characters)\nedit> ";
    assert!(session.output.contains(again), "{}", session.output);
    // Each pointer that is shown can be typed.
    for pointer in ["/arguments/path", "/inputResponses/approval/content/approved", "/name", "/requestState"] {
        let session = attack("", &format!("-{pointer}\n\n"));
        assert!(session.output.contains(&format!("\n      {pointer} is out\n")), "{pointer}");
    }
}

#[test]
fn the_last_line_says_what_held_the_retry_or_what_came_through() {
    let held = format!("held by arguments: RS-06, {}", rules::state::REQUEST.sentence);
    let verdicts = [
        ("1", "", held.as_str()),
        ("2", "", "held by integrity: RS-02, "),
        ("3", "", "held by exact-yes, so the question is put again: CALL-02, "),
        ("4", "", "held by gate two, so the question is put again: CALL-03, "),
        ("5", "", "held by principal: RS-04, "),
        ("6", "", "held by expiry: RS-05, "),
        ("-/inputResponses", "", "held by gate two, so the question is put again: CALL-03, "),
        ("-/inputResponses/approval", "", "held by gate two, so the question is put again: CALL-03, "),
        ("/name send_payment", "", "held by scope: SCOPE-07, "),
        ("/name nope", "", "held by gate one: "),
        ("/inputResponses/approval/action decline", "", "held by gate two: CALL-09, "),
        ("/arguments/n 9007199254740993", "", "held by strict-json: CALL-04, "),
        ("1", "--without arguments", "held by snapshot: GRANT-"),
        ("1", "--without arguments,snapshot", "came through: deleted report.csv (without arguments, snapshot)."),
        ("3", "--without exact-yes", "came through: deleted notes.txt (without exact-yes)."),
        ("", "", "came through: deleted notes.txt."),
        ("/extra 1", "", "came through: deleted notes.txt."),
    ];
    for (typed, more, said) in verdicts {
        let session = attack(more, &format!("{typed}\n\n"));
        assert!(verdict(&session).starts_with(said), "{typed} {more}: {}", verdict(&session));
        assert_eq!(misfits(&session.output), [""; 0], "{typed} {more}");
    }
}
