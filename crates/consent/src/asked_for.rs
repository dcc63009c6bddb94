//! Which fields a type asks for while it is parsed, and does not find.

use serde::de::value::{MapAccessDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Map, Value};
use std::cell::RefCell;

/// Each field that `A` asks for and this value does not have, with the value as it is where that field is null.
///
/// A derived `Deserialize` names the fields of its struct before it reads them, at any depth. Nothing is named by a struct
/// with a flattened field, by an enum whose tag stands within, or by what was written by hand.
pub(crate) fn absent<A: DeserializeOwned>(value: &Value) -> Vec<(&'static str, Value)> {
    let found = RefCell::default();
    // That it can be parsed is known. Where this reader cannot, what it saw until then counts.
    drop(A::deserialize(Asking { value, at: String::new(), found: &found }));
    let with_null = |(at, field): (String, &'static str)| {
        let mut with = value.clone();
        with.pointer_mut(&at)?.as_object_mut()?.insert(field.to_owned(), Value::Null);
        Some((field, with))
    };
    found.into_inner().into_iter().filter_map(with_null).collect()
}

/// A value, where it stands as a JSON pointer, and the fields that were not found so far, each with the place of its object.
struct Asking<'a> {
    value: &'a Value,
    at: String,
    found: &'a RefCell<Vec<(String, &'static str)>>,
}

impl<'a> Asking<'a> {
    fn inner(&self, name: &str, value: &'a Value) -> Self {
        let name = name.replace('~', "~0").replace('/', "~1");
        Self { value, at: format!("{}/{name}", self.at), found: self.found }
    }

    fn members(&self, object: &'a Map<String, Value>) -> impl Iterator<Item = (&'a str, Self)> {
        object.iter().map(|(name, value)| (name.as_str(), self.inner(name, value)))
    }
}

impl<'de> Deserializer<'de> for Asking<'de> {
    type Error = Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        if let Value::Object(object) = self.value {
            let absent = fields.iter().filter(|field| !object.contains_key(**field));
            self.found.borrow_mut().extend(absent.map(|field| (self.at.clone(), *field)));
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Object(object) => visitor.visit_map(MapDeserializer::new(self.members(object))),
            Value::Array(items) => {
                let items = (0_usize..).zip(items).map(|(place, item)| self.inner(&place.to_string(), item));
                visitor.visit_seq(SeqDeserializer::new(items))
            }
            plain => plain.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.value.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.value {
            Value::Object(object) => {
                visitor.visit_enum(MapAccessDeserializer::new(MapDeserializer::new(self.members(object))))
            }
            plain => plain.deserialize_enum(name, variants, visitor),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, Error> for Asking<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}
