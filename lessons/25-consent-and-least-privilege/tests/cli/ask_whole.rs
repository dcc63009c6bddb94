//! `--ask` on the whole main path: the student's answers make the story.

use crate::session::{Session, printed, run};

fn asked(typed: &str) -> Session {
    run("--ask", typed).good("--ask")
}

#[test]
fn who_answers_as_the_script_does_sees_the_same_transcript() {
    // The narrator does not know beforehand what a student says: headings and what stands below them are others.
    let session = asked("yes\nd\nc\nyes\nd\nyes\n");
    assert_eq!(session.prompts(), 6);
    let whole = printed("", "");
    let (_, transcript) = whole.split_once("\n\n").unwrap();
    // Every line of the transcript is there, in order. Between them stand the prompts.
    let mut lines = session.output.lines();
    let mut telling = false;
    for line in transcript.lines() {
        telling = line.starts_with("── ") || (telling && !line.is_empty());
        if telling {
            continue;
        }
        assert!(lines.any(|other| other == line), "missing: {line}");
    }
}

#[test]
fn six_times_yes_does_each_thing_once() {
    let session = asked(&"yes\n".repeat(6));
    assert_eq!(session.prompts(), 6);
    assert_eq!(
        session.effects(),
        [
            "sent the query out, 3 hits",
            "deleted notes.txt",
            // The file is gone: these two questions said so, and changed nothing.
            "nothing happened",
            "nothing happened",
            "deleted report.csv",
            "paid 1200 EUR to Plant Shop",
        ]
    );
    assert!(session.output.contains("│ Resource: notes.txt does not exist"));
}

#[test]
fn no_answer_but_yes_does_anything_and_three_noes_end_the_questions() {
    for (typed, said) in [("no\n", "no, in the form"), ("d\n", "decline"), ("c\n", "closes the prompt")] {
        let session = asked(&typed.repeat(9));
        assert_eq!(session.effects(), [""; 0], "{said}");
        // The third no to delete_file: act 9 asks nobody.
        assert_eq!(session.said(), [said; 5]);
        assert_eq!(session.output.matches("refused (too_many_noes)").count(), 1);
    }
    assert_eq!(asked("").effects(), [""; 0]);
    assert_eq!(asked("").output.matches("Nobody is there any more").count(), 5);
}

#[test]
fn the_changed_argument_is_refused_whatever_the_student_says() {
    for (typed, honest) in
        [("yes", "grant       spent"), ("no", "refused (refused_in_form)"), ("c", "refused (cancelled)")]
    {
        let session = run("--ask --act changed-argument", typed).good(typed);
        assert_eq!(session.output.matches("refused (other_arguments)").count(), 1, "{typed}");
        assert!(session.output.contains(honest), "{typed}: {}", session.output);
        assert_eq!(session.effects().len(), usize::from(typed == "yes"), "{typed}");
        assert!(!session.output.contains("==> deleted report.csv"));
    }
}

#[test]
fn a_defence_that_is_off_is_off_at_the_prompt_too() {
    let session = run("--ask --without noes-limit", &"d\n".repeat(9)).good("noes-limit");
    assert_eq!(session.said(), ["decline"; 6]);
    assert_eq!(session.effects(), [""; 0]);
}
