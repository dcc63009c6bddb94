//! The walk through the transcript: each row names an entry of its act, and what there is to see in it.

use crate::texts::LESSON;
use lesson_25::stage::Scripted;
use serde_json::{Value, json};
use std::rc::Rc;
use wire::Entry;
use wire::entry::Kind;

struct Main(Vec<Entry>);

impl Main {
    fn at(&self, number: u32) -> &Entry {
        self.0.iter().find(|entry| entry.number == number).expect("an entry of this number")
    }

    /// A part of an entry's message.
    fn part(&self, number: u32, pointer: &str) -> Option<&Value> {
        self.at(number).message.as_ref()?.pointer(pointer)
    }

    fn challenge(&self, number: u32) -> &str {
        self.at(number).http.as_ref().and_then(|http| http.headers.first("WWW-Authenticate")).unwrap()
    }

    fn status(&self, number: u32) -> Option<u16> {
        self.at(number).http.as_ref().and_then(|http| http.status)
    }

    /// The gate's verdict, with its code where there is one.
    fn verdict(&self, number: u32) -> String {
        let gate = self.at(number).gate.as_ref().unwrap();
        let code = gate.code.iter().map(|code| format!(" {code}")).collect::<String>();
        format!("{}: {}{code}", gate.gate, gate.verdict)
    }

    fn question(&self, number: u32) -> &str {
        assert_eq!(self.part(number, "/result/resultType"), Some(&json!("input_required")));
        self.part(number, "/result/inputRequests/approval/params/message").and_then(Value::as_str).unwrap()
    }

    fn state_of_question(&self, number: u32) -> &Value {
        self.part(number, "/result/requestState").unwrap()
    }

    fn tools(&self, number: u32) -> Vec<&str> {
        let tools = self.part(number, "/result/tools").and_then(Value::as_array).unwrap();
        tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect()
    }

    fn text(&self, number: u32) -> &str {
        self.part(number, "/result/content/0/text").and_then(Value::as_str).unwrap()
    }

    fn failed(&self, number: u32) -> bool {
        self.part(number, "/result/isError") == Some(&json!(true))
    }

    fn effects(&self, act: &str) -> usize {
        self.0.iter().filter(|entry| entry.act == act && entry.kind == Kind::Effect).count()
    }

    /// What there is to see in the entry, as its row says.
    fn shows(&self, act: &str, number: u32) -> bool {
        match number {
            3 => {
                self.status(3) == Some(401)
                    && self.challenge(3).contains("scope=\"files:write web:search\"")
                    && !self.challenge(3).contains("error")
            }
            6 => self.at(6).kind == Kind::Oauth && self.part(6, "/scope") == Some(&json!("files:write web:search")),
            13 => {
                self.tools(13) == ["list_files", "search_web", "delete_file"]
                    && self.part(13, "/result/cacheScope") == Some(&json!("private"))
            }
            19 => self.verdict(19) == "gate one: passed" && !self.failed(19),
            25 => {
                let sent = self.part(24, "/params/arguments").unwrap();
                self.question(25).contains("\n  limit = 3\n") && sent.get("limit").is_none()
            }
            27 => {
                self.part(27, "/id") != self.part(24, "/id")
                    && self.part(27, "/params/requestState") == Some(self.state_of_question(25))
            }
            38 => {
                self.failed(38) && self.effects(act) == 0 && self.question(44).contains("Resource: notes.txt, 59 bytes")
            }
            44 => self.question(44) == self.question(35) && self.state_of_question(44) != self.state_of_question(35),
            54 => {
                self.at(54).violation.is_some()
                    && self.part(54, "/params/requestState") == Some(self.state_of_question(52))
                    && self.part(54, "/params/arguments/path") == Some(&json!("report.csv"))
            }
            55 => {
                let outward = self.part(55, "/error/message").and_then(Value::as_str).unwrap();
                self.verdict(55) == "gate two: refused other_arguments" && !outward.contains("argument")
            }
            58 => {
                !self.failed(58)
                    && self.at(57).kind == Kind::Effect
                    && self.part(56, "/params/requestState") == Some(self.state_of_question(52))
            }
            63 => self.failed(63) && self.text(63).starts_with("Already done") && self.effects(act) == 0,
            69 => self.question(69).contains("path = \"report.csv\""),
            78 => {
                self.status(78) == Some(403) && self.challenge(78).contains("scope=\"payments:approve payments:write\"")
            }
            79 => {
                let union = "files:write payments:approve payments:write web:search";
                self.at(79).kind == Kind::Oauth && self.part(79, "/scope") == Some(&json!(union))
            }
            82 => self.question(82).contains("Tool: send_payment"),
            91 => self.tools(91) == ["list_files", "search_web", "delete_file", "send_payment"],
            _ => panic!("no test says what there is to see in entry {number}"),
        }
    }
}

#[test]
fn each_row_of_the_walk_names_an_entry_of_its_act_that_shows_what_it_says() {
    let cast: Rc<dyn lesson_25::Cast> = Rc::new(Scripted);
    let main = Main(lesson_25::acts::main_path(&cast, &[]).unwrap().entries());
    let rows = LESSON.table("| act | entry | look for |");
    let mut last = 0;
    for row in &rows {
        let [act, number, look_for] = row[..] else { panic!("{row:?}") };
        let (act, number) = (act.trim_matches('`'), number.parse().unwrap());
        assert_eq!(main.at(number).act, act, "entry {number}");
        assert!(number > last, "entry {number} stands behind {last}");
        assert!(main.shows(act, number), "entry {number} does not show: {look_for}");
        last = number;
    }
    assert_eq!(rows.len(), 17);
}

#[test]
fn the_walk_comes_through_every_act_of_the_main_path() {
    let rows = LESSON.table("| act | entry | look for |");
    for act in lesson_25::acts::ACTS.iter().filter(|act| act.main) {
        assert!(rows.iter().any(|row| row[0] == format!("`{}`", act.name)), "{}", act.name);
    }
}
