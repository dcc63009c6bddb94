//! A transcript with one fault of each kind yields exactly those findings.

use crate::common::{find, names};
use twogates_wirecheck::{Row, all_rows};

/// The rows that look when the transcript is over, so that their findings come last.
const LAST: &[&str] = &["unanswered", "metadata-unsaid"];

/// A line of a sample, with names of its own: what one sample does is no business of another.
fn own(row: &Row, line: &str) -> String {
    let line = &line.replace(r#""requestState":""#, &format!(r#""requestState":"{} "#, row.name));
    if line.starts_with(r#"{"v":1"#) {
        let names = ["host", "server", "mallory's host", "another server", "authorization server"];
        let renamed = |line: String, name: &str| {
            let side = |line: String, side: &str| {
                line.replace(&format!(r#""{side}":"{name}""#), &format!(r#""{side}":"{} {name}""#, row.name))
            };
            side(side(line, "from"), "to")
        };
        return names.into_iter().fold(line.clone(), renamed);
    }
    match line.strip_prefix('{') {
        Some(_) if line.starts_with(r#"{"jsonrpc""#) || line.starts_with(r#"{"id""#) => {
            format!(r#"{{"session":"{}","message":{line}}}"#, row.name)
        }
        Some(members) => format!(r#"{{"session":"{}",{members}"#, row.name),
        None => line.clone(),
    }
}

/// The pointer to what a sample is about, once its line stands in a wrapper.
fn pointer(row: &Row) -> String {
    let samples = row.samples();
    let bare = samples.bad.iter().any(|line| line.starts_with(r#"{"jsonrpc""#) || line.starts_with(r#"{"id""#));
    let wrapped = bare && !matches!(row.name, "batch" | "not-json" | "unanswered");
    if wrapped { format!("/message{}", samples.pointer) } else { samples.pointer }
}

#[test]
fn one_fault_of_each_kind() {
    let lines: Vec<_> =
        all_rows().flat_map(|row| row.samples().bad.iter().map(|line| own(row, line)).collect::<Vec<_>>()).collect();
    let line = |row: &Row| format!("{} {} {}", row.name, row.rule.id, pointer(row));
    let (last, first): (Vec<_>, Vec<_>) = all_rows().partition(|row| LAST.contains(&row.name));
    let expected: Vec<_> = first.into_iter().chain(last).map(line).collect();
    assert_eq!(names(&find(&lines)), expected);
}

#[test]
fn no_fault_in_all_good_samples_together() {
    let lines: Vec<_> =
        all_rows().flat_map(|row| row.samples().good.iter().map(|line| own(row, line)).collect::<Vec<_>>()).collect();
    assert_eq!(names(&find(&lines)), [""; 0]);
}
