//! What is about to be sent, and the edits that a student may make to it.

use lab::World;
use lab::host::Pending;
use serde_json::{Map, Value, json};
use twogates::consent::render;
use wire::strict::{self, Malformed, Reason};

/// What may be typed.
pub(super) const MENU: &str = "  \
  1  name another file                     4  answer yes without any state
  2  change one character of the state     5  send it as Bob, with Bob's token
  3  say \"true\" instead of true            6  wait six minutes first
  /POINTER VALUE  sets a value, such as: /arguments/path \"report.csv\"
  -/POINTER       takes one out
  ?               shows the retry as it is now
  Enter           sends it; before any edit, that is the honest retry";

const NO_EDIT: &str = "That is no edit. Type 1 to 6, /POINTER VALUE, -/POINTER, ?, or Enter.";

/// Six minutes: one more than a state may take to come back.
const WAIT_MS: u64 = 360_000;

/// How many names a pointer may have. The front door turns a message away that nests half as deep.
const DEEPEST: usize = 100;
/// How many edits are named before the others are only counted.
const NAMED: usize = 4;

/// What is about to be sent.
pub(super) struct Draft {
    /// The parameters.
    pub(super) params: Map<String, Value>,
    /// Whether Bob sends it.
    pub(super) as_bob: bool,
    /// What was changed so far.
    pub(super) edits: Vec<String>,
    honest: Map<String, Value>,
}

impl Draft {
    /// The honest retry.
    pub(super) fn of(pending: &Pending) -> Self {
        Self { params: pending.params(), as_bob: false, edits: Vec::new(), honest: pending.params() }
    }

    /// Applies one edit, and says what it did.
    pub(super) fn apply(&mut self, world: &World, typed: &str) -> Result<String, String> {
        let said = self.edit(world, typed)?;
        let line = render::line(&said);
        // As it is: whoever prints an entry escapes its text, and once is enough.
        self.edits.push(said);
        Ok(line)
    }

    /// What was changed, on a line: the first few edits, and the number of the others.
    pub(super) fn told(&self) -> String {
        let more = self.edits.len().saturating_sub(NAMED);
        let more = (more > 0).then(|| format!("and {more} more"));
        self.edits.iter().take(NAMED).cloned().chain(more).collect::<Vec<_>>().join("; ")
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
                (_, Some((pointer, value))) if pointer.starts_with('/') => self.set(pointer, read(value.trim())?),
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
        let (names, last) = names(pointer)?;
        let said = format!("{pointer} = {}", wire::order::compact(&value));
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
        let (names, last) = names(pointer)?;
        let mut object = Some(&mut self.params);
        for name in &names {
            object = object.and_then(|object| object.get_mut(name)?.as_object_mut());
        }
        object
            .and_then(|object| object.remove(&last))
            .ok_or_else(|| format!("There is no {}.", render::line(pointer)))?;
        prune(&mut self.params, Some(&self.honest), &names);
        Ok(format!("{pointer} is out"))
    }
}

/// A value as it was typed. What is no JSON is taken for a text.
fn read(typed: &str) -> Result<Value, String> {
    match strict::read(typed) {
        // A reader that takes it would keep one of the two, and nobody would see which.
        Err(Malformed { reason: Reason::DuplicateName(name), .. }) => {
            Err(format!("The name {:?} stands twice in that value.", render::line(&name)))
        }
        _ => Ok(serde_json::from_str(typed).unwrap_or_else(|_| json!(typed))),
    }
}

/// Takes out the objects on this way that an edit made and that hold nothing any more.
fn prune(params: &mut Map<String, Value>, honest: Option<&Map<String, Value>>, way: &[String]) {
    let Some((name, rest)) = way.split_first() else { return };
    let known = honest.and_then(|honest| honest.get(name));
    let Some(inner) = params.get_mut(name).and_then(Value::as_object_mut) else { return };
    prune(inner, known.and_then(Value::as_object), rest);
    if inner.is_empty() && known.is_none() {
        params.remove(name);
    }
}

/// The names of a JSON pointer (RFC 6901) that lead to an object, and the one in it.
fn names(pointer: &str) -> Result<(Vec<String>, String), String> {
    let pointer = pointer.strip_prefix('/').unwrap_or(pointer);
    let mut names: Vec<String> = pointer.split('/').map(|name| name.replace("~1", "/").replace("~0", "~")).collect();
    if names.len() > DEEPEST {
        return Err(format!("A pointer may have {DEEPEST} names at most."));
    }
    if names.first().is_some_and(|name| name == "_meta") {
        return Err("_meta is not on the table: the client writes it into every request.".to_owned());
    }
    let last = names.pop().unwrap_or_default();
    Ok((names, last))
}

#[cfg(test)]
mod tests {
    use super::Draft;
    use serde_json::Map;

    /// What is said at once is fit to print; what goes into an entry is escaped by whoever prints that.
    #[test]
    fn a_text_is_escaped_once() {
        let (honest, world) = (Map::new(), lab::World::new(1));
        let mut draft = Draft { params: honest.clone(), as_bob: false, edits: Vec::new(), honest };
        let said = draft.apply(&world, r#"/a\u{202e} "a\nb""#).unwrap();
        assert_eq!(said, r#"/a\\u{202e} = "a\\nb""#);
        assert_eq!(draft.told(), r#"/a\u{202e} = "a\nb""#);
        assert_eq!(draft.apply(&world, "-/a\\u{202e}").unwrap(), r"/a\\u{202e} is out");
        assert_eq!(draft.told(), r#"/a\u{202e} = "a\nb"; /a\u{202e} is out"#);
    }
}
