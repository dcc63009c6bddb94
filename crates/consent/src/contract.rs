//! What a tool promises.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::borrow::Cow;
use wire::Digest;

use crate::{CannotAsk, Snapshot, schema};

/// What a retry and a crash may do with a tool's effect. The class is part of the contract; what stores and workers
/// make of it is the `grants` crate's.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum EffectClass {
    /// It only reads.
    Read,
    /// The effect lives in the grant's own database.
    Transactional,
    /// The effect has a reversible first half that is named after the grant.
    Staged,
    /// The backend remembers an idempotency key.
    Keyed,
    /// The backend checks a version together with the effect.
    Conditional,
    /// Nothing of that. The class of a tool that declares none.
    #[default]
    AtMostOnce,
}

impl EffectClass {
    /// Every class.
    pub const ALL: &[Self] =
        &[Self::Read, Self::Transactional, Self::Staged, Self::Keyed, Self::Conditional, Self::AtMostOnce];

    /// The class as one word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Transactional => "transactional",
            Self::Staged => "staged",
            Self::Keyed => "keyed",
            Self::Conditional => "conditional",
            Self::AtMostOnce => "at-most-once",
        }
    }
}

/// What a tool promises. A yes is bound to its digest (rule `RS-11`): prose may change between question and retry, a
/// promise may not.
#[derive(Debug, Clone, PartialEq)]
pub struct Contract {
    /// The exact name.
    pub name: Cow<'static, str>,
    /// The JSON Schema of the arguments. They are held against it; it says only what is [supported](Self::supported).
    pub input_schema: Value,
    /// What a retry and a crash may do.
    pub effect: EffectClass,
    /// Raised by hand when the tool comes to mean something else.
    pub version: u32,
}

impl Contract {
    /// The digest of the whole contract.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::of(
            "two-gates/contract/1",
            &[
                self.name.as_bytes(),
                &wire::canonical::value(&self.input_schema),
                self.effect.word().as_bytes(),
                &self.version.to_be_bytes(),
            ],
        )
    }

    /// Whether its schema says nothing but what this project holds arguments against: `type`, `properties`, `required`,
    /// `additionalProperties`, `items`, `enum`, `const`, `minimum`, `maximum`, `minLength` and `maxLength`, besides
    /// `default` and what only describes. Each call is held against that first; a server that asks when it starts knows
    /// sooner.
    ///
    /// # Errors
    ///
    /// [`CannotAsk::BadSchema`] names the first keyword that is not known, or whose value is not of its kind.
    ///
    /// ```
    /// # use twogates_consent as consent;
    /// use consent::{CannotAsk, Contract, EffectClass};
    /// use serde_json::json;
    /// let contract = |text| Contract {
    ///     name: "delete_note".into(),
    ///     input_schema: json!({"type": "object", "properties": {"path": text}}),
    ///     effect: EffectClass::Staged,
    ///     version: 1,
    /// };
    /// assert_eq!(contract(json!({"type": "string", "maxLength": 80})).supported(), Ok(()));
    /// let pattern = contract(json!({"type": "string", "pattern": "^[a-z]+$"})).supported();
    /// assert_eq!(pattern, Err(CannotAsk::BadSchema { what: "pattern of path".into() }));
    /// ```
    pub fn supported(&self) -> Result<(), CannotAsk> {
        schema::known(&self.input_schema, "").map_err(|what| CannotAsk::BadSchema { what })
    }

    /// The arguments with the schema's defaults filled in, at every depth of `properties` and `items`, within the
    /// defaults themselves too (rule `CALL-05`). What was given stays as it was, `null` included. A default behind
    /// `$ref`, `allOf` and the like is not found, and a schema that has some is not [supported](Self::supported).
    ///
    /// ```
    /// # use twogates_consent as consent;
    /// use consent::{Contract, EffectClass};
    /// use serde_json::{Map, json};
    /// let contract = Contract {
    ///     name: "search_web".into(),
    ///     input_schema: json!({"type": "object", "properties": {"limit": {"type": "integer", "default": 3}}}),
    ///     effect: EffectClass::Read,
    ///     version: 1,
    /// };
    /// assert_eq!(contract.complete(Map::new())["limit"], 3);
    /// assert_eq!(contract.complete(Map::from_iter([("limit".into(), json!(null))]))["limit"], json!(null));
    /// ```
    #[must_use]
    pub fn complete(&self, arguments: Map<String, Value>) -> Map<String, Value> {
        fill(&self.input_schema, arguments)
    }

    /// Holds arguments against its schema, which is [supported](Self::supported).
    ///
    /// # Errors
    ///
    /// What is wrong, for whoever made the call.
    pub fn fits(&self, arguments: Map<String, Value>) -> Result<(), String> {
        schema::holds(&self.input_schema, &Value::Object(arguments), "")
    }
}

fn fill(schema: &Value, mut object: Map<String, Value>) -> Map<String, Value> {
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, property) in properties.into_iter().flatten() {
        if let Some(value) = object.remove(name).or_else(|| property.get("default").cloned()) {
            object.insert(name.clone(), fill_value(property, value));
        }
    }
    object
}

fn fill_value(schema: &Value, value: Value) -> Value {
    match (value, schema.get("items")) {
        (Value::Object(object), _) => Value::Object(fill(schema, object)),
        (Value::Array(values), Some(item)) => values.into_iter().map(|value| fill_value(item, value)).collect(),
        (other, _) => other,
    }
}

/// A tool. Its type is what a proof carries: a claim for one tool is of another type than a claim for its sibling.
pub trait Tool {
    /// What its arguments are parsed into. Parsing is the only way to them, and writing them back gives what was parsed
    /// ([`parsed`](crate::parsed), where it says of which types this cannot be seen): a value that nobody was shown is not
    /// used.
    type Args: DeserializeOwned + Serialize;

    /// What it promises.
    fn contract(&self) -> Contract;

    /// The arguments as they will run, with the defaults of its schema filled in (rule `CALL-05`). Only a tool whose schema
    /// says more than [`Contract::supported`] knows has another way to do this.
    fn complete(&self, arguments: Map<String, Value>) -> Map<String, Value> {
        self.contract().complete(arguments)
    }

    /// Whether its schema says nothing but what [`fits`](Self::fits) holds arguments against.
    ///
    /// # Errors
    ///
    /// [`CannotAsk::BadSchema`] where it says more: then its calls are refused.
    fn supported(&self) -> Result<(), CannotAsk> {
        self.contract().supported()
    }

    /// Holds completed arguments against its schema. Whoever replaces this holds them against the whole of it.
    ///
    /// # Errors
    ///
    /// What is wrong, for whoever made the call.
    fn fits(&self, arguments: Map<String, Value>) -> Result<(), String> {
        self.contract().fits(arguments)
    }
}

/// A tool that only reads, in a closed world: the only kind that runs unasked (rule `CALL-03`). Where the contract promises
/// another class than [`EffectClass::Read`], its calls are refused.
pub trait ClosedWorldRead: Tool {}

/// How many items a list has at most. A person reads what they come to, and a store keeps a grant for each.
pub const MOST_ITEMS: usize = 1_000;

/// A tool that does the same to each item of a list: one question shows the whole list, and each item is done on its own.
/// There are at most [`MOST_ITEMS`].
pub trait List: Effect {
    /// The items, in order: arguments that each name one. Those that name one item are their own only item.
    ///
    /// [`Effect::snapshot`] is the item's own where the arguments name one, and [`Snapshot::list`] of all of them, in order,
    /// where they name several.
    fn items(&self, args: &Self::Args) -> Vec<Self::Args>;
}

/// A tool that is always asked about.
pub trait Effect: Tool {
    /// The state of the resource that a call with these arguments would touch.
    fn snapshot(&self, args: &Self::Args) -> Snapshot;
}
