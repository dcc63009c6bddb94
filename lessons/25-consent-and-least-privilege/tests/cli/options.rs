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
        ("--list", Mode::List),
        ("--help", Mode::Help),
        ("--without principal", Mode::Compare),
        ("--without principal --act other-user", Mode::Compare),
        ("--json --json", Mode::Json),
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
    assert_eq!(read("--explain 3 --act liar --without scope").mode, Mode::Explain(3));
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

const WRONG: [(&str, &str); 29] = [
    ("--frobnicate", r#"There is no option "--frobnicate"."#),
    ("liar", r#"There is no option "liar"."#),
    ("--acts=liar", r#"There is no option "--acts=liar"."#),
    ("-", r#"There is no option "-"."#),
    ("--act", "--act needs the name or number of an act."),
    ("--act --json", "--act needs the name or number of an act."),
    ("--act=", r#"There is no act "". --list shows all acts."#),
    ("--act lair", r#"There is no act "lair". --list shows all acts."#),
    ("--act 23", r#"There is no act "23". --list shows all acts."#),
    ("--act 0", r#"There is no act "0". --list shows all acts."#),
    ("--act 05", r#"There is no act "05". --list shows all acts."#),
    ("--act 5 --act 6", "One act at a time: --act can be given once."),
    ("--without", "--without needs the name of a defence."),
    ("--without --ask", "--without needs the name of a defence."),
    ("--without everything", r#"There is no defence "everything". --list shows all defences."#),
    ("--without scope,", r#"There is no defence "". --list shows all defences."#),
    ("--without scope,nothing,principal", r#"There is no defence "nothing". --list shows all defences."#),
    ("--explain", "--explain needs the number of an entry."),
    ("--explain twelve", r#""twelve" is not the number of an entry."#),
    ("--explain -1", r#""-1" is not the number of an entry."#),
    ("--explain 4294967296", r#""4294967296" is not the number of an entry."#),
    ("--explain 1 --explain 2", "--explain can be given once."),
    ("--explain 1 --without scope", "--explain with --without needs --act: say which act you look at."),
    ("--json=yes", "--json takes no value."),
    ("--json --step", "--json and --step do not go together."),
    ("--ask --attack", "--ask and --attack do not go together."),
    ("--attack --act liar", "--attack has an act of its own, and goes with no --act."),
    ("--list --act liar", "--list lists everything, and goes with nothing else."),
    ("--without scope --list", "--list lists everything, and goes with nothing else."),
];

#[test]
fn what_is_wrong_is_said_in_one_sentence_and_ends_with_code_2() {
    for (line, sentence) in WRONG {
        let session = run(line, "");
        assert!(session.ended(ExitCode::from(2)), "{line}");
        assert_eq!(session.errors, format!("{sentence}\nType cargo run -- --help to see what there is.\n"), "{line}");
        assert_eq!(session.output, "", "{line}");
        assert_eq!(misfits(&session.errors), [""; 0]);
    }
}

#[test]
fn what_was_typed_cannot_steer_the_terminal() {
    let session = run("--act \u{1b}[2Jliar", "");
    assert!(session.errors.starts_with(r#"There is no act "\u{1b}[2Jliar"."#), "{}", session.errors);
}
