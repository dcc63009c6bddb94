//! `schema.json` and `README.md` say what the reader of the vectors reads: the same members, the same words.

use super::{folder, json};
use lab::vectors::{Expect, Person, RuleEffect, Scripted, Server, Setup, Tamper, Vector, Verdict, Word};
use rules::Defence;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The members that a type reads, as its own error names them.
fn members<T: DeserializeOwned>(mut example: Value) -> Vec<String> {
    example["no such member"] = Value::Null;
    let Err(error) = serde_json::from_value::<T>(example.clone()) else { panic!("{example} is read") };
    let error = error.to_string();
    let (_, expected) = error.split_once("expected ").unwrap_or_else(|| panic!("{error}"));
    sorted(expected.split('`').skip(1).step_by(2).map(str::to_owned))
}

fn sorted(words: impl Iterator<Item = String>) -> Vec<String> {
    let mut words: Vec<_> = words.collect();
    words.sort_unstable();
    words
}

fn properties(definition: &Value) -> Vec<String> {
    assert_eq!(definition["additionalProperties"], false, "{definition}");
    sorted(definition["properties"].as_object().unwrap().keys().filter(|name| *name != "do").cloned())
}

fn words(list: &Value) -> Vec<String> {
    sorted(list["enum"].as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_owned()))
}

fn definition(name: &str) -> Value {
    json("schema.json")["$defs"][name].clone()
}

#[test]
fn the_members_are_the_same() {
    assert_eq!(members::<Vector>(json!({})), properties(&json("schema.json")));
    assert_eq!(members::<Setup>(json!({})), properties(&definition("setup")));
    assert_eq!(members::<Person>(json!({})), properties(&definition("person")));
    assert_eq!(members::<Server>(json!({})), properties(&definition("server")));
    assert_eq!(members::<Scripted>(json!({"status": 200})), properties(&definition("scripted")));
    assert_eq!(members::<Tamper>(json!({})), properties(&definition("tamper")));
    assert_eq!(members::<Expect>(json!({})), properties(&definition("expect")));
}

#[test]
fn the_steps_are_the_same() {
    let Err(error) = serde_json::from_value::<lab::vectors::Step>(json!({"do": "nothing"})) else {
        panic!("it is read")
    };
    let error = error.to_string();
    let known =
        sorted(error.split("expected one of ").nth(1).unwrap().split('`').skip(1).step_by(2).map(str::to_owned));
    let steps = definition("step")["oneOf"].as_array().unwrap().clone();
    let named = sorted(steps.iter().map(|step| step["properties"]["do"]["const"].as_str().unwrap().to_owned()));
    assert_eq!(known, named);
    for step in steps {
        let word = step["properties"]["do"]["const"].as_str().unwrap();
        let properties = properties(&step);
        if properties.is_empty() {
            continue;
        }
        assert_eq!(members::<lab::vectors::Step>(json!({"do": word})), properties, "{word}");
    }
}

#[test]
fn the_words_are_the_same() {
    assert_eq!(
        words(&definition("expect")["properties"]["verdict"]),
        sorted(Verdict::ALL.iter().map(ToString::to_string))
    );
    assert_eq!(words(&definition("defence")), sorted(Defence::ALL.iter().map(ToString::to_string)));
    assert!(words(&definition("word")).iter().all(|word| serde_json::from_value::<Word>(word.as_str().into()).is_ok()));
    let effects = json("schema.json")["$defs"]["step"]["oneOf"].as_array().unwrap().clone();
    let rule = effects.iter().find(|step| step["properties"]["do"]["const"] == "rule").unwrap();
    let effect = words(&rule["properties"]["effect"]);
    assert!(effect.iter().all(|word| serde_json::from_value::<RuleEffect>(word.as_str().into()).is_ok()));
}

#[test]
fn the_readme_names_every_word_and_every_step() {
    let readme = std::fs::read_to_string(folder().join("README.md")).unwrap();
    for verdict in Verdict::ALL {
        assert!(readme.contains(&format!("| `{verdict}` | {} |", verdict.says())), "{verdict}");
    }
    for step in definition("step")["oneOf"].as_array().unwrap() {
        let word = step["properties"]["do"]["const"].as_str().unwrap();
        assert!(readme.contains(&format!("| `{word}` |")), "{word}");
    }
    for name in properties(&definition("expect")) {
        assert!(readme.contains(&format!("`{name}`")), "{name}");
    }
}

#[test]
fn the_example_of_the_readme_is_a_vector_that_holds() {
    let readme = std::fs::read_to_string(folder().join("README.md")).unwrap();
    let example = readme.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    let vector = Vector::read("the example", example).unwrap_or_else(|unreadable| panic!("{unreadable}"));
    vector.hold(&vector.play(&[])).unwrap_or_else(|failure| panic!("{failure}"));
    let problems = lab::vectors::matrix::Matrix::without_pairs(&[vector]).problems();
    assert!(problems.iter().all(|problem| problem.contains("decoration")), "{problems:?}");
}

#[test]
fn what_is_no_vector_is_refused_with_a_reason() {
    let good = json!({"title": "t", "story": "s", "rules": ["RS-06"], "stops": [], "setup": {"people": {"alice": {}}},
        "steps": [{"do": "send", "by": "alice", "method": "tools/list", "expect": {"verdict": "unauthorized"}}]});
    let why = |change: fn(&mut Value)| {
        let mut vector = good.clone();
        change(&mut vector);
        Vector::read("it", &vector.to_string()).expect_err("it is refused").why
    };
    assert!(Vector::read("it", &good.to_string()).is_ok());
    assert!(Vector::read("it", "{\"title\": 1, \"title\": 2}").is_err());
    assert!(why(|vector| vector["titel"] = "t".into()).contains("unknown field `titel`"));
    assert_eq!(why(|vector| vector["rules"] = json!(["RS-99"])), "there is no rule RS-99");
    assert_eq!(why(|vector| vector["rules"] = json!([])), "it names no rule");
    assert!(why(|vector| vector["stops"] = json!([["argument"]])).contains("no defence named \"argument\""));
    assert!(why(|vector| vector["moot"] = json!(["argument"])).contains("no defence named \"argument\""));
    assert_eq!(why(|vector| vector["stops"] = json!([[]])), "a set of defences is empty");
    assert_eq!(why(|vector| vector["stops"] = json!([["scope"]])), "`stops` and `through` go together");
    let nothing = "`through` shows nothing, or is no step with an outcome";
    assert_eq!(
        why(|vector| {
            vector["stops"] = json!([["scope"]]);
            vector["through"] = json!([{"step": 1, "shows": {}}]);
        }),
        nothing
    );
    assert_eq!(
        why(|vector| {
            vector["stops"] = json!([["scope"]]);
            vector["through"] = json!([{"step": 2, "shows": {"verdict": "ran"}}]);
        }),
        nothing
    );
    assert_eq!(why(|vector| vector["steps"][0]["expect"] = json!({"status": 401})), "step 1 expects no verdict");
    assert_eq!(why(|vector| vector["steps"][0]["by"] = "bob".into()), "step 1 names bob, who is not set up");
    let nothing_before = "step 1 refers to step 1, which sends nothing before it";
    let retry = |vector: &mut Value| vector["steps"][0] = json!({"do": "retry", "of": 1, "expect": {"verdict": "ran"}});
    assert_eq!(why(retry), nothing_before);
    let resume = |vector: &mut Value| {
        vector["steps"][0] = json!({"do": "resume", "of": 1, "expect": {"verdict": "ran"}});
    };
    assert_eq!(why(resume), "step 1 resumes step 1, at which no worker stalls before it");
}
