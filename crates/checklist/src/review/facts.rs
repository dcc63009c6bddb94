//! What a list says of one tool.

use super::arguments::{self, Argument, Found};
use super::code::code;
use super::kinds::{self, Spoken};
use super::words::{Deed, words};
use consent::hints::Hints;
use serde_json::Value;

/// The hints, in the order in which they are told.
pub(super) const HINTS: [&str; 4] = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];

/// What a hint says. Only JSON `true` and `false` count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    Yes,
    No,
    /// It is not there.
    Nothing,
    /// It is neither true nor false.
    Misshapen,
}

/// One tool as it is listed.
#[derive(Debug, Clone)]
pub(super) struct Facts {
    /// Its name; empty where it has none.
    pub(super) name: String,
    pub(super) title: String,
    pub(super) description: String,
    /// Its annotations, where it has any.
    pub(super) annotations: Option<Value>,
    pub(super) hints: Hints,
    pub(super) arguments: Vec<Argument>,
    /// What of its input schema was not looked at, in words.
    pub(super) unseen: Vec<String>,
    /// What its arguments speak of.
    pub(super) spoken: Vec<Spoken>,
    pub(super) input_schema: Option<Value>,
    pub(super) output_schema: Option<Value>,
}

/// The name in an entry of a list; empty where there is none.
pub(super) fn name_of(tool: &Value) -> &str {
    tool.get("name").and_then(Value::as_str).unwrap_or_default()
}

impl Facts {
    /// Reads an entry of a list. Whatever is misshapen counts as absent.
    pub(super) fn of(tool: &Value) -> Self {
        let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
        let annotations = tool.get("annotations").filter(|annotations| !annotations.is_null()).cloned();
        let among = annotations.as_ref().and_then(|annotations| annotations.get("title"));
        let input_schema = tool.get("inputSchema").cloned();
        let Found { arguments, unseen } = input_schema.as_ref().map(arguments::of).unwrap_or_default();
        let spoken = kinds::spoken(&words(name_of(tool)), &arguments);
        Self {
            name: name_of(tool).to_owned(),
            title: text(tool.get("title").or(among)),
            description: text(tool.get("description")),
            hints: Hints::of(annotations.as_ref()),
            annotations,
            arguments,
            unseen,
            spoken,
            input_schema,
            output_schema: tool.get("outputSchema").filter(|schema| !schema.is_null()).cloned(),
        }
    }

    /// What a hint says.
    pub(super) fn said(&self, hint: &str) -> Said {
        match self.annotations.as_ref().and_then(|annotations| annotations.get(hint)) {
            None => Said::Nothing,
            Some(Value::Bool(true)) => Said::Yes,
            Some(Value::Bool(false)) => Said::No,
            Some(_) => Said::Misshapen,
        }
    }

    /// What its name says that it does.
    pub(super) fn deed(&self) -> Option<Deed> {
        Deed::of(&words(&self.name)).map(|(deed, _)| deed)
    }

    /// Where its name, its title or its schema says that it changes something, in words.
    pub(super) fn writes(&self) -> Vec<String> {
        let verb = |text: &str| {
            let words = words(text);
            Deed::of(&words).filter(|(deed, _)| *deed != Deed::Read).map(|(_, word)| word.to_owned())
        };
        let (name, title) = (verb(&self.name), verb(&self.title));
        let title =
            title.filter(|word| name.as_ref() != Some(word)).map(|word| format!("its title says {}", code(&word)));
        let name = name.map(|word| format!("its name says {}", code(&word)));
        name.into_iter().chain(title).chain(self.arguments.iter().filter_map(kinds::writes)).collect()
    }

    /// Its name as code.
    pub(super) fn shown(&self) -> String {
        code(&self.name)
    }

    /// Three cells of a table: whether it only reads, may destroy, reaches the open world.
    pub(super) fn cells(&self) -> String {
        let word = |holds| if holds { "yes" } else { "no" };
        let destroys = if self.hints.read_only { "–" } else { word(self.hints.destructive) };
        format!("{} | {destroys} | {}", word(self.hints.read_only), word(self.hints.open_world))
    }

    /// The hints in words: what each comes to, and whether it was said.
    pub(super) fn told(&self) -> String {
        let Hints { read_only, destructive, open_world, idempotent } = self.hints;
        let told = |hint: &str, holds: bool| {
            let said = match self.said(hint) {
                Said::Yes | Said::No => "said",
                Said::Nothing => "not said",
                Said::Misshapen => "misshapen",
            };
            format!("`{hint}` {holds} ({said})")
        };
        let (reads, open) = (told("readOnlyHint", read_only), told("openWorldHint", open_world));
        if read_only {
            return format!("{reads}, {open}; the other two mean nothing for a read");
        }
        let (destroys, again) = (told("destructiveHint", destructive), told("idempotentHint", idempotent));
        format!("{reads}, {destroys}, {again}, {open}")
    }
}
