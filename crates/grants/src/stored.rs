//! What a durable store writes and reads back: an intent as bytes, and the words of every enum.
//!
//! What is read is strict: bytes that this program would not have written are [`Broken`], and nothing runs.

use crate::audit::What;
use crate::{Broken, How, State};
use consent::{BoundSnapshot, EffectClass, Evidence, Intent, Moment, No, Until};
use scope::Principal;
use serde_json::{Map, Value};
use wire::{Call, Digest, strict};

/// An intent as one JSON object in RFC 8785 form. The arguments stand in it as the text that they are.
#[must_use]
pub fn write_intent(intent: &Intent) -> Vec<u8> {
    let (from, to) = match intent.until {
        Until::AtOnce => (None, None),
        Until::At(to) => (None, Some(to)),
        Until::Within { from, to } => (Some(from), Some(to)),
    };
    let ms = |moment: Option<Moment>| moment.map(|moment| moment.ms().to_string());
    // Written field by field, in the order of the names: a claim reads an intent, and holds it against what it would write.
    let mut object = Object(Vec::with_capacity(1024));
    object.text("arguments", &String::from_utf8_lossy(intent.call.arguments()));
    object.text_or_null("client", intent.principal.client.as_deref());
    object.text("content", &intent.snapshot.content.to_string());
    object.text("contract", &intent.contract.to_string());
    object.text("evidence", intent.evidence.word());
    object.text_or_null("from", ms(from).as_deref());
    object.text("identity", &intent.snapshot.identity.to_string());
    object.text("issuer", &intent.principal.issuer);
    object.text("server", &intent.server);
    object.text("subject", &intent.principal.subject);
    object.text_or_null("to", ms(to).as_deref());
    object.text("tool", intent.call.tool());
    object.number("uses", intent.uses);
    object.end()
}

/// An object that is written member by member. Whoever writes gives the names in their order.
struct Object(Vec<u8>);

impl Object {
    fn text(&mut self, name: &str, text: &str) {
        self.text_or_null(name, Some(text));
    }

    fn text_or_null(&mut self, name: &str, text: Option<&str>) {
        self.name(name);
        // Writing a text into memory has no way to fail.
        drop(serde_json::to_writer(&mut self.0, &text));
    }

    fn number(&mut self, name: &str, number: u32) {
        self.name(name);
        self.0.extend_from_slice(number.to_string().as_bytes());
    }

    fn name(&mut self, name: &str) {
        self.0.push(if self.0.is_empty() { b'{' } else { b',' });
        drop(serde_json::to_writer(&mut self.0, name));
        self.0.push(b':');
    }

    fn end(mut self) -> Vec<u8> {
        self.0.push(b'}');
        self.0
    }
}

/// An intent from its bytes.
///
/// # Errors
///
/// [`Broken`] for bytes that [`write_intent`] does not write.
pub fn read_intent(bytes: &[u8]) -> Result<Intent, Broken> {
    let read = match strict::read_bytes(bytes) {
        Ok(Value::Object(fields)) => Fields(fields).intent(),
        _ => None,
    };
    // One encoding of each intent: what differs from it in any byte was written by somebody else.
    read.filter(|intent| write_intent(intent) == bytes)
        .ok_or_else(|| Broken("an intent is not as it was written".into()))
}

struct Fields(Map<String, Value>);

impl Fields {
    fn intent(&self) -> Option<Intent> {
        let Ok(Value::Object(arguments)) = strict::read(self.text("arguments")?) else { return None };
        let until = match (self.moment("from")?, self.moment("to")?) {
            (None, None) => Until::AtOnce,
            (None, Some(to)) => Until::At(to),
            (Some(from), Some(to)) => Until::Within { from, to },
            (Some(_), None) => return None,
        };
        Some(Intent {
            server: self.text("server")?.to_owned(),
            contract: digest(self.text("contract")?)?,
            principal: Principal {
                issuer: self.text("issuer")?.to_owned(),
                subject: self.text("subject")?.to_owned(),
                client: self.optional("client")?,
            },
            call: Call::new(self.text("tool")?, &arguments),
            snapshot: BoundSnapshot {
                identity: digest(self.text("identity")?)?,
                content: digest(self.text("content")?)?,
            },
            uses: u32::try_from(self.0.get("uses")?.as_u64()?).ok()?,
            until,
            evidence: evidence(self.text("evidence")?).ok()?,
        })
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str()
    }

    fn optional(&self, name: &str) -> Option<Option<String>> {
        match self.0.get(name)? {
            Value::Null => Some(None),
            value => Some(Some(value.as_str()?.to_owned())),
        }
    }

    /// A moment is a text: a number of JSON does not hold every one.
    fn moment(&self, name: &str) -> Option<Option<Moment>> {
        match self.optional(name)? {
            None => Some(None),
            Some(ms) => Some(Some(Moment::from_store(ms.parse().ok()?))),
        }
    }
}

/// What is longer, or in other letters, is not what the digest is written as: [`read_intent`] holds it against that.
fn digest(hex: &str) -> Option<Digest> {
    let mut bytes = [0; Digest::LENGTH];
    for (byte, place) in bytes.iter_mut().zip((0..).step_by(2)) {
        *byte = u8::from_str_radix(hex.get(place..place + 2)?, 16).ok()?;
    }
    Some(Digest::from_bytes(bytes))
}

macro_rules! words {
    ($($name:ident $kind:ty, $what:literal;)*) => {
        $(
            #[doc = concat!($what, " from its word.")]
            ///
            /// # Errors
            ///
            /// [`Broken`] for any other word.
            pub fn $name(word: &str) -> Result<$kind, Broken> {
                let known = <$kind>::ALL.iter().copied().find(|known| known.word() == word);
                known.ok_or_else(|| Broken(format!("no {} is called {word:?}", stringify!($name))))
            }
        )*
    };
}

words! {
    state State, "A state";
    effect EffectClass, "An effect class";
    how How, "How a claim was taken";
    what What, "What an audit row tells of";
    no No, "A no";
    evidence Evidence, "How strong the evidence of a yes is";
}
