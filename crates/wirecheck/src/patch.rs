//! A repair as a JSON Patch (RFC 6902): the three operations that repairs need, written and applied.

use crate::pointer;
use serde_json::{Value, json};
use std::fmt;

/// What to do at one place.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// Put this value there: a new member, an item before the one at this index, or one behind the last (`-`).
    Add(Value),
    /// Take away what is there.
    Remove,
    /// Put this value in place of what is there.
    Replace(Value),
}

/// One operation of a patch.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    /// A JSON pointer to the place.
    pub path: String,
    /// What to do there.
    pub change: Change,
}

/// Operations that are applied in order, all or none.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Patch(pub Vec<Operation>);

/// That a patch does not fit a document: the path of the operation that does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoesNotFit(pub String);

impl fmt::Display for DoesNotFit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the patch does not fit at {:?}", self.0)
    }
}

impl std::error::Error for DoesNotFit {}

impl Patch {
    /// A patch of one operation.
    pub(crate) fn one(path: impl Into<String>, change: Change) -> Self {
        Self(vec![Operation { path: path.into(), change }])
    }

    pub(crate) fn add(path: impl Into<String>, value: impl Into<Value>) -> Self {
        Self::one(path, Change::Add(value.into()))
    }

    pub(crate) fn replace(path: impl Into<String>, value: impl Into<Value>) -> Self {
        Self::one(path, Change::Replace(value.into()))
    }

    pub(crate) fn remove(path: impl Into<String>) -> Self {
        Self::one(path, Change::Remove)
    }

    /// The same patch for a document in which what it changes stands at `pointer`.
    pub(crate) fn below(mut self, pointer: &str) -> Self {
        for operation in &mut self.0 {
            operation.path.insert_str(0, pointer);
        }
        self
    }

    /// The document as the patch makes it.
    ///
    /// # Errors
    ///
    /// [`DoesNotFit`] for the first operation whose place does not exist.
    ///
    /// ```
    /// # use twogates_wirecheck as wirecheck;
    /// use serde_json::json;
    /// use wirecheck::patch::{Change, Operation, Patch};
    /// let patch = Patch(vec![Operation { path: "/jsonrpc".into(), change: Change::Add(json!("2.0")) }]);
    /// assert_eq!(patch.apply(&json!({"id": 1})).unwrap(), json!({"id": 1, "jsonrpc": "2.0"}));
    /// let gone = Patch(vec![Operation { path: "/id".into(), change: Change::Remove }]);
    /// assert_eq!(gone.apply(&json!({})).unwrap_err().0, "/id");
    /// ```
    pub fn apply(&self, document: &Value) -> Result<Value, DoesNotFit> {
        let mut changed = document.clone();
        for operation in &self.0 {
            operation.apply(&mut changed).ok_or_else(|| DoesNotFit(operation.path.clone()))?;
        }
        Ok(changed)
    }

    /// The patch as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let operation = |Operation { path, change }: &Operation| match change {
            Change::Add(value) => json!({"op": "add", "path": path, "value": value}),
            Change::Remove => json!({"op": "remove", "path": path}),
            Change::Replace(value) => json!({"op": "replace", "path": path, "value": value}),
        };
        self.0.iter().map(operation).collect()
    }
}

impl Operation {
    fn apply(&self, document: &mut Value) -> Option<()> {
        let mut parts = pointer::parts(&self.path);
        let Some(last) = parts.pop() else {
            match &self.change {
                Change::Add(value) | Change::Replace(value) => document.clone_from(value),
                Change::Remove => return None,
            }
            return Some(());
        };
        let parent = parts.iter().try_fold(document, |value, part| step(value, part))?;
        match (parent, &self.change) {
            (Value::Object(members), Change::Add(value)) => {
                members.insert(last, value.clone());
            }
            (Value::Object(members), Change::Remove) => {
                members.remove(&last)?;
            }
            (Value::Object(members), Change::Replace(value)) => members.get_mut(&last)?.clone_from(value),
            (Value::Array(items), Change::Add(value)) => {
                let at = if last == "-" { items.len() } else { index(&last)? };
                (at <= items.len()).then(|| items.insert(at, value.clone()))?;
            }
            (Value::Array(items), Change::Remove) => {
                let at = index(&last)?;
                (at < items.len()).then(|| items.remove(at))?;
            }
            (Value::Array(items), Change::Replace(value)) => items.get_mut(index(&last)?)?.clone_from(value),
            _ => return None,
        }
        Some(())
    }
}

fn step<'a>(value: &'a mut Value, part: &str) -> Option<&'a mut Value> {
    match value {
        Value::Object(members) => members.get_mut(part),
        Value::Array(items) => items.get_mut(index(part)?),
        _ => None,
    }
}

/// An index has no sign and no leading zero.
fn index(part: &str) -> Option<usize> {
    let plain = part == "0" || !part.starts_with(['0', '+']);
    plain.then(|| part.parse().ok())?
}
