//! `--ask`: the student is the person.

use crate::session::{Session, misfits, run, run_at};
use lesson_25::acts::ACTS;

const NOTE: &str = "You answer for Alice at each prompt, as you like";

fn asked(act: &str, typed: &str) -> Session {
    run(&format!("--ask --act {act}"), typed).good(act)
}

#[test]
fn each_answer_is_taken_as_what_it_is() {
    let yes = ("yes", vec!["deleted notes.txt"], "     grant       spent");
    let no = ("no, in the form", vec![], "     gate two    refused (refused_in_form)");
    let decline = ("decline", vec![], "     gate two    refused (declined)");
    let cancel = ("closes the prompt", vec![], "     gate two    refused (cancelled)");
    let answers = [
        ("yes\n", &yes),
        ("y\n", &yes),
        ("YES\n", &yes),
        ("  yes \r\n", &yes),
        ("yes", &yes),
        ("accept\n", &yes),
        ("Accept\n", &yes),
        ("no\n", &no),
        ("N\n", &no),
        ("decline\n", &decline),
        ("d\n", &decline),
        ("cancel\n", &cancel),
        ("c\n", &cancel),
        ("", &cancel),
    ];
    for (typed, (said, effects, gate)) in answers {
        let session = asked("decline", typed);
        assert_eq!(session.said(), [*said], "{typed:?}");
        assert_eq!(&session.effects(), effects, "{typed:?}");
        assert!(session.output.contains(gate), "{typed:?}: {}", session.output);
        assert_eq!(session.prompts(), 1);
    }
}

#[test]
fn what_is_no_answer_is_asked_again() {
    let session = asked("decline", "sure\n\nyes please\ny e s\nyes\nno\n");
    assert_eq!(session.prompts(), 5);
    assert_eq!(session.effects(), ["deleted notes.txt"]);
    let told = "\nThat was not understood. Type one of these words; accept is the same as yes.\n";
    assert_eq!(session.output.matches(told).count(), 4);
    // Input that ends before an answer came is no yes.
    for typed in ["sure", "sure\n", "\n\n\n", "yes please\n"] {
        let session = asked("decline", typed);
        assert_eq!(session.said(), ["closes the prompt"], "{typed:?}");
        assert_eq!(session.effects(), [""; 0]);
        assert!(session.output.contains("\nNobody is there any more: the prompt is closed.\n"));
    }
}

#[test]
fn bytes_that_are_no_text_are_no_answer() {
    let session = run_at("--ask --act decline", b"\xff\xfe\x00\x1b[2Jyes\n\xc3\x28\nyes\n", false, true).good("bytes");
    assert_eq!(session.prompts(), 3);
    assert_eq!(session.effects(), ["deleted notes.txt"]);
    assert_eq!(misfits(&session.output), [""; 0]);
}

#[test]
fn every_act_of_the_main_path_asks_the_student_just_once_where_it_asks_alice() {
    let asks = ["open-world", "decline", "cancel", "changed-argument", "another-file", "payment"];
    for act in ACTS.iter().filter(|act| act.main) {
        let session = asked(act.name, "no\n");
        let once = usize::from(asks.contains(&act.name));
        assert_eq!(session.prompts(), once, "{}", act.name);
        assert_eq!(session.said().len(), once, "{}", act.name);
        // The acts before it are played as they are written, and are not shown.
        assert_eq!(session.output.matches("── ").count(), 1, "{}", act.name);
        assert_eq!(session.output.contains("     You were asked nothing here.\n"), once == 0, "{}", act.name);
    }
}

#[test]
fn who_the_student_is_is_said_once_below_the_first_heading() {
    for arguments in ["--ask", "--ask --act decline", "--ask --act 1", "--ask --act liar", "--ask --without scope"] {
        let session = run(arguments, "").good(arguments);
        assert_eq!(session.output.matches(NOTE).count(), 1, "{arguments}");
        let opening = session.output.split("\n\n").next().unwrap();
        assert!(opening.starts_with("── ") && opening.contains(NOTE), "{arguments}");
        assert!(opening.contains("as you like: what happens then depends\n     on it."), "{arguments}");
        assert_eq!(misfits(&session.output), [""; 0], "{arguments}");
    }
}

#[test]
fn further_acts_ask_wherever_alice_is_asked() {
    let acts = [("no-in-the-form", 3), ("other-user", 1), ("no-form", 0), ("liar", 1), ("blanket", 2), ("fatigue", 0)];
    for (act, prompts) in acts {
        let session = asked(act, &"d\n".repeat(9));
        assert_eq!(session.prompts(), prompts, "{act}");
        assert_eq!(session.output.contains("You were asked nothing here."), prompts == 0, "{act}");
    }
    // Bob has the state either way; only Alice's answer makes her file go.
    assert_eq!(asked("other-user", "yes\n").effects(), ["deleted notes.txt"]);
    assert_eq!(asked("other-user", "no\n").effects(), [""; 0]);
    // The host's own prompt: a no sends nothing, and later she trusts the liar all the same.
    assert_eq!(asked("liar", "no\n").effects(), ["deleted notes.txt"]);
    assert_eq!(asked("liar", "yes\n").effects(), ["deleted notes.txt", "deleted notes.txt"]);
}

#[test]
fn at_a_terminal_what_is_typed_is_not_shown_twice() {
    let (piped, typed) = (asked("decline", "yes\n"), run_at("--ask --act decline", b"yes\n", false, false));
    let prompt = "yes, no (in the form), decline, or cancel? ";
    assert!(piped.output.contains(&format!("{prompt}yes\n\n 36  alice → ")), "{}", piped.output);
    assert!(typed.output.contains(&format!("{prompt}\n 36  alice → ")), "{}", typed.output);
}

/// A line that no one types is not taken for an answer, whatever it begins or ends with, and never kept whole.
#[test]
fn a_line_of_a_megabyte_is_no_answer() {
    let told = "\nA line may have 4096 bytes at most. That one was not read.\n";
    for typed in [format!("yes{}\nd\n", " ".repeat(1 << 20)), format!("{}yes\nd\n", "\u{1b}".repeat(1 << 20))] {
        let session = asked("decline", &typed);
        assert_eq!((session.said(), session.effects()), (vec!["decline"], vec![]));
        assert_eq!(session.output.matches(told).count(), 1);
        assert!(session.output.len() < 20_000, "{}", session.output.len());
    }
    // Without an end of line, the input ends there.
    let session = asked("decline", &"y".repeat(1 << 20));
    assert_eq!((session.said(), session.output.matches(told).count()), (vec!["closes the prompt"], 1));
    // The longest line that is one.
    assert_eq!(asked("decline", &format!("yes{}\n", " ".repeat(4093))).effects(), ["deleted notes.txt"]);
    assert_eq!(asked("decline", &format!("yes{}\nd\n", " ".repeat(4094))).said(), ["decline"]);
}

/// All that the narrator says: headings, what stands below them, and the sentences to remember.
fn narrated(session: &Session) -> String {
    let mut told = String::new();
    let mut telling = false;
    for line in session.output.lines() {
        telling = line.starts_with("── ") || (telling && line.starts_with("     "));
        if telling || line.starts_with("  >  ") {
            told.extend([line.trim(), " "]);
        }
    }
    told
}

/// The narrator does not say what Alice did where the student did something else.
#[test]
fn no_act_tells_an_answer_that_nobody_gave() {
    let scripted =
        ["declines", "declined", "cancelled", "undecided", "Alice says", "She says", "She ", "approved deleting"];
    for act in ACTS.iter().filter(|act| act.name != "fatigue") {
        for typed in ["yes\n", "no\n", "d\n", "c\n"] {
            let told = narrated(&asked(act.name, &typed.repeat(9)));
            for words in scripted {
                assert!(!told.contains(words), "{} {typed:?}: {words}: {told}", act.name);
            }
        }
    }
}

/// The sentence to remember is about what happened.
#[test]
fn an_act_ends_with_what_the_answer_came_to() {
    let no = "A no is a result that the model can read.";
    let again = "A no answers one call.";
    let yes = "A yes lets this one call run, once.";
    for (act, typed, sentence) in [
        ("decline", "yes", yes),
        ("decline", "no", no),
        ("decline", "d", no),
        ("decline", "c", no),
        ("cancel", "yes", yes),
        ("cancel", "no", again),
        ("cancel", "d", again),
        ("cancel", "c", "Cancel is not decline."),
        ("another-file", "yes", "A yes covers one call"),
        ("another-file", "d", "A yes covers one call"),
    ] {
        let told = narrated(&asked(act, &format!("{typed}\n")));
        let (_, remembered) = told.split_once("> ").unwrap();
        assert!(remembered.trim_start().starts_with(sentence), "{act} {typed}: {told}");
    }
    // Twice yes: there is nothing left to delete. Three noes: nobody is asked about the other file.
    let whole = |typed: &str| narrated(&run("--ask", &typed.repeat(9)).good(typed));
    assert!(whole("yes\n").contains("A yes lets a call run, and the call can still fail"));
    assert!(!whole("no\n").contains("the call can still fail"));
    let nobody = "After three noes to a tool within ten minutes, the server refuses it";
    assert!(whole("d\n").contains(nobody) && !whole("yes\n").contains(nobody));
}

/// What can be typed is what the prompt above it says, and an empty line stands between the prompt and what came before.
#[test]
fn the_hosts_own_prompt_has_no_form() {
    let session = asked("liar", "no\n");
    assert!(session.output.contains("\n\nThis host asks: may it send this call?\n"), "{}", session.output);
    assert!(session.output.contains("\nYou can answer yes or no, or cancel.\n\nyes, no, or cancel? no\n"));
    assert_eq!(session.said(), ["no"]);
    for (typed, said) in [("d\n", "no"), ("c\n", "closes the prompt"), ("y\n", "yes")] {
        assert_eq!(asked("liar", typed).said(), [said], "{typed}");
    }
    assert!(asked("decline", "no\n").output.contains("\n\nThe server asks about this call.\n"));
    assert!(!session.output.contains("\n\n\n") && !session.output.contains(" \n"), "{}", session.output);
}
