//! What is about to be sent, and the edits that a student may make to it.

use lab::World;
use lab::host::Pending;
use serde_json::{Map, Value, json};
use twogates::consent::render;

/// What may be typed.
pub(super) const MENU: &str = "  \
  1  name another file                     4  answer yes without any state
  2  change one character of the state     5  send it as Bob, with Bob's token
  3  say \"true\" instead of true            6  wait six minutes first
  /POINTER VALUE  sets a value, such as: /arguments/path \"report.csv\"
  -/POINTER       takes one out
  Enter           sends it; before any edit, that is the honest retry";

const NO_EDIT: &str = "That is no edit. Type 1 to 6, /POINTER VALUE, -/POINTER, or Enter.";

/// Six minutes: one more than a state may take to come back.
const WAIT_MS: u64 = 360_000;

/// What is about to be sent.
pub(super) struct Draft {
    /// The parameters.
    pub(super) params: Map<String, Value>,
    /// Whether Bob sends it.
    pub(super) as_bob: bool,
    /// What was changed so far.
    pub(super) edits: Vec<String>,
}

impl Draft {
    /// The honest retry.
    pub(super) fn of(pending: &Pending) -> Self {
        Self { params: pending.params(), as_bob: false, edits: Vec::new() }
    }

    /// Applies one edit, and says what it did.
    pub(super) fn apply(&mut self, world: &World, typed: &str) -> Result<String, String> {
        let said = self.edit(world, typed)?;
        self.edits.push(said.clone());
        Ok(said)
    }

    fn edit(&mut self, world: &World, typed: &str) -> Result<String, String> {
        match typed {
            "1" => self.set("/arguments/path", json!("report.csv")),
            "2" => self.change_state(),
            "3" => self.set("/inputResponses/approval/content/approved", json!("true")),
            "4" => self.take_out("/requestState"),
            "5" => {
                self.as_bob = true;
                Ok("Bob sends it, with a token of his own".to_owned())
            }
            "6" => {
                world.clock.advance(WAIT_MS);
                Ok("six minutes pass".to_owned())
            }
            _ => match (typed.strip_prefix('-'), typed.split_once(char::is_whitespace)) {
                (Some(pointer), _) if pointer.starts_with('/') => self.take_out(pointer),
                (_, Some((pointer, value))) if pointer.starts_with('/') => {
                    // What is no JSON is taken for a text.
                    let value = serde_json::from_str(value).unwrap_or_else(|_| json!(value.trim()));
                    self.set(pointer, value)
                }
                _ => Err(NO_EDIT.to_owned()),
            },
        }
    }

    fn change_state(&mut self) -> Result<String, String> {
        let state = self.params.get("requestState").and_then(Value::as_str).ok_or("There is no state any more.")?;
        let mut characters: Vec<char> = state.chars().collect();
        let last = characters.pop().ok_or("The state is empty.")?;
        characters.push(if last == 'A' { 'B' } else { 'A' });
        self.params.insert("requestState".into(), characters.into_iter().collect::<String>().into());
        Ok("the last character of the state is another".to_owned())
    }

    fn set(&mut self, pointer: &str, value: Value) -> Result<String, String> {
        let (names, last) = names(pointer);
        let said = format!("{} = {}", render::line(pointer), render::line(&wire::order::compact(&value)));
        let mut object = &mut self.params;
        for name in names {
            let inner = object.entry(name).or_insert_with(|| json!({}));
            object = inner
                .as_object_mut()
                .ok_or_else(|| format!("{} does not lead through objects.", render::line(pointer)))?;
        }
        object.insert(last, value);
        Ok(said)
    }

    fn take_out(&mut self, pointer: &str) -> Result<String, String> {
        let (names, last) = names(pointer);
        let mut object = Some(&mut self.params);
        for name in names {
            object = object.and_then(|object| object.get_mut(&name)?.as_object_mut());
        }
        let shown = render::line(pointer);
        match object.and_then(|object| object.remove(&last)) {
            Some(_) => Ok(format!("{shown} is out")),
            None => Err(format!("There is no {shown}.")),
        }
    }
}

/// The names of a JSON pointer (RFC 6901) that lead to an object, and the one in it.
fn names(pointer: &str) -> (Vec<String>, String) {
    let pointer = pointer.strip_prefix('/').unwrap_or(pointer);
    let mut names: Vec<String> = pointer.split('/').map(|name| name.replace("~1", "/").replace("~0", "~")).collect();
    let last = names.pop().unwrap_or_default();
    (names, last)
}
