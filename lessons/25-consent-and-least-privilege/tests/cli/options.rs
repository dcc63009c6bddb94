//! What may be typed behind `cargo run --`, and what is said of the rest.

use crate::session::{misfits, run, words};
use lesson_25::cli::{Mode, Options};
use rules::Defence;
use std::process::ExitCode;

fn read(line: &str) -> Options {
    Options::read(&words(line)).unwrap()
}

#[test]
fn each_option_sets_what_it_says() {
    let modes = [
        ("", Mode::Print),
        ("--act 5", Mode::Print),
        ("--json", Mode::Json),
        ("--step", Mode::Step),
        ("--explain 27", Mode::Explain(27)),
        ("--explain=27", Mode::Explain(27)),
        ("--ask", Mode::Ask),
        ("--attack", Mode::Attack),
        ("--which-gate", Mode::WhichGate),
        ("--list", Mode::List),
        ("--help", Mode::Help),
        ("--without principal", Mode::Compare),
        ("--without principal --act other-user", Mode::Compare),
    ];
    for (line, mode) in modes {
        assert_eq!(read(line).mode, mode, "{line}");
    }
    assert_eq!(read("--act liar").act.unwrap().number, 17);
    assert_eq!(read("--act=17").act.unwrap().name, "liar");
    assert!(read("--json").act.is_none() && read("--json").without.is_empty());
}

#[test]
fn these_go_together() {
    for mode in ["--step", "--json", "--ask"] {
        for more in ["--act liar", "--without scope", "--act liar --without scope"] {
            let (line, other) = (format!("{mode} {more}"), format!("{more} {mode}"));
            assert_eq!(read(&line).mode, read(mode).mode, "{line}");
            assert_eq!(read(&other).mode, read(mode).mode, "{other}");
        }
    }
    for more in ["--act liar", "--without scope", "--act liar --without scope"] {
        assert_eq!(read(&format!("--explain 3 {more}")).mode, Mode::Explain(3));
    }
    assert_eq!(read("--attack --without arguments").mode, Mode::Attack);
}

#[test]
fn defences_add_up_each_once() {
    use Defence::{Arguments, Scope, Snapshot};
    for line in [
        "--without arguments,snapshot,scope",
        "--without arguments --without=snapshot,scope",
        "--without arguments,snapshot,arguments,scope,snapshot",
    ] {
        assert_eq!(read(line).without, [Arguments, Snapshot, Scope], "{line}");
    }
    let spaced = ["--without".to_owned(), "arguments, snapshot , scope".to_owned()];
    assert_eq!(Options::read(&spaced).unwrap().without, [Arguments, Snapshot, Scope]);
}

/// What is typed, what is said of it, and what is to be typed in its place.
const WRONG: &[(&str, &str, &str)] = &[
    ("--frobnicate", r#"There is no option "--frobnicate"."#, "--help"),
    ("--jsno", r#"There is no option "--jsno"."#, "--json"),
    ("--Attack", r#"There is no option "--Attack"."#, "--attack"),
    ("-ask", r#"There is no option "-ask"."#, "--ask"),
    ("liar", r#"There is no option "liar"."#, "--act liar"),
    ("--step 5", r#"There is no option "5"."#, "--act 5"),
    ("single-use", r#"There is no option "single-use"."#, "--without single-use"),
    ("--acts=liar", r#"There is no option "--acts=liar"."#, "--act liar"),
    ("--explian 20", r#"There is no option "--explian"."#, "--explain 27"),
    ("--withuot scope", r#"There is no option "--withuot"."#, "--without principal"),
    ("-", r#"There is no option "-"."#, "--help"),
    ("--", r#"There is no option "--"."#, "--help"),
    ("--act", "--act needs the name or number of an act.", "--act liar"),
    ("--act --json", "--act needs the name or number of an act.", "--act liar"),
    ("--act=", "--act needs the name or number of an act.", "--act liar"),
    ("--act=--json", "--act needs the name or number of an act.", "--act liar"),
    ("--act lair", r#"There is no act "lair". --list shows all acts."#, "--act liar"),
    ("--act Fatigue", r#"There is no act "Fatigue". --list shows all acts."#, "--act fatigue"),
    ("--act 23", r#"There is no act "23". --list shows all acts."#, "--list"),
    ("--act 0", r#"There is no act "0". --list shows all acts."#, "--list"),
    ("--act 05", r#"There is no act "05". --list shows all acts."#, "--list"),
    ("--act 5=6", r#"There is no act "5=6". --list shows all acts."#, "--list"),
    ("--act 5 --act 6", "One act at a time: --act can be given once.", "--act decline|--act cancel"),
    ("--act 5 --act 5", "One act at a time: --act can be given once.", "--act decline|--act decline"),
    ("--without", "--without needs the name of a defence.", "--without principal"),
    ("--without --ask", "--without needs the name of a defence.", "--without principal"),
    ("--without=", "--without needs the name of a defence.", "--without principal"),
    ("--without everything", r#"There is no defence "everything". --list shows all defences."#, "--list"),
    ("--without expirey", r#"There is no defence "expirey". --list shows all defences."#, "--without expiry"),
    ("--without scope,", r#"There is no defence "". --list shows all defences."#, "--list"),
    ("--without scope,nothing,principal", r#"There is no defence "nothing". --list shows all defences."#, "--list"),
    ("--explain", "--explain needs the number of an entry.", "--explain 27"),
    ("--explain=", "--explain needs the number of an entry.", "--explain 27"),
    ("--explain twelve", r#""twelve" is not the number of an entry."#, "--explain 27"),
    ("--explain -1", r#""-1" is not the number of an entry."#, "--explain 27"),
    ("--explain +5", r#""+5" is not the number of an entry."#, "--explain 27"),
    ("--explain 007", r#""007" is not the number of an entry."#, "--explain 27"),
    ("--explain 4294967296", r#""4294967296" is not the number of an entry."#, "--explain 27"),
    ("--explain 1 --explain 2", "--explain can be given once.", "--explain 2"),
    ("--json=yes", "--json takes no value.", "--json"),
    ("--json=1", "--json takes no value.", "--json"),
    ("--list=foo", "--list takes no value.", "--list"),
    ("--ask=", "--ask takes no value.", "--ask"),
    ("--help=1", "--help takes no value.", "--help"),
    ("--json --json", "--json can be given once.", "--json"),
    ("--json --step", "--json and --step do not go together.", "--json|--step"),
    ("--explain 3 --ask", "--explain and --ask do not go together.", "--explain 3|--ask"),
    ("--ask --attack", "--ask and --attack do not go together.", "--ask|--attack"),
    (
        "--attack --act 7",
        "--attack has an act of its own, and goes with no --act.",
        "--attack|--ask --act changed-argument",
    ),
    ("--which-gate --act liar", "--which-gate has failures of its own, and goes with nothing else.", "--which-gate"),
    (
        "--without scope --which-gate",
        "--which-gate has failures of its own, and goes with nothing else.",
        "--which-gate",
    ),
    ("--which-gate --json", "--which-gate and --json do not go together.", "--which-gate|--json"),
    ("--which-gate=1", "--which-gate takes no value.", "--which-gate"),
    ("--wich-gate", r#"There is no option "--wich-gate"."#, "--which-gate"),
    ("--list --act liar", "--list lists everything, and goes with nothing else.", "--list"),
    ("--without scope --list", "--list lists everything, and goes with nothing else.", "--list"),
];

#[test]
fn what_is_wrong_is_said_in_one_sentence_with_what_to_type_and_ends_with_code_2() {
    for (line, sentence, instead) in WRONG {
        let session = run(line, "");
        assert!(session.ended(ExitCode::from(2)), "{line}");
        let instead: Vec<String> = instead.split('|').map(|way| format!("cargo run -- {way}")).collect();
        assert_eq!(session.errors, format!("{sentence}\nType {}\n", instead.join("\n  or ")), "{line}");
        assert_eq!(session.output, "", "{line}");
        assert_eq!(misfits(&session.errors), [""; 0]);
    }
}

/// What is offered is understood: nobody is sent from one error to the next.
#[test]
fn what_is_to_be_typed_in_its_place_is_right() {
    for (_, _, instead) in WRONG {
        for way in instead.split('|') {
            read(way);
        }
    }
}

/// Two ways to look do not go together, whichever stands first; and each goes with itself once.
#[test]
fn no_two_modes_go_together() {
    let modes = ["--json", "--step", "--explain 3", "--ask", "--attack", "--which-gate", "--list"];
    for first in modes {
        for second in modes {
            let session = run(&format!("{first} {second}"), "");
            assert!(session.ended(ExitCode::from(2)), "{first} {second}");
            assert_eq!(session.output, "");
        }
    }
}

#[test]
fn what_was_typed_cannot_steer_the_terminal() {
    let session = run("--act \u{1b}[2Jliar", "");
    assert!(session.errors.starts_with(r#"There is no act "\u{1b}[2Jliar"."#), "{}", session.errors);
}
