//! Every rule, by family. A rule stands in exactly one family and nowhere else.

use crate::Rule;

/// Declares one family: its rules as constants, and the list of them.
macro_rules! family {
    ($($name:ident = $id:literal $keyword:ident $source:literal $sentence:literal;)*) => {
        $(
            #[doc = $sentence]
            pub const $name: $crate::Rule = $crate::Rule {
                id: $id,
                sentence: $sentence,
                keyword: $crate::Keyword::$keyword,
                source: $source,
            };
        )*
        /// The rules of this family.
        pub const ALL: &[&$crate::Rule] = &[$(&$name),*];
    };
}

/// Tokens and discovery.
pub mod auth;
/// Messages, `_meta`, versions, results and error codes.
pub mod base;
/// Caching hints.
pub mod cache;
/// What a yes covers. The specification is silent; the rules are this project's.
pub mod call;
/// Questions to a person.
pub mod elicitation;
/// What outlives the request.
pub mod grant;
/// What a host keeps for itself.
pub mod host;
/// Streamable HTTP.
pub mod http;
/// Multi round-trip requests.
pub mod mrtr;
/// Scopes and step-up.
pub mod scope;
/// `requestState`.
pub mod state;
/// Tools: the interaction model, annotations, results, listing.
pub mod tools;
/// The transcript itself.
pub mod transcript;

const FAMILIES: &[&[&Rule]] = &[
    base::ALL,
    http::ALL,
    mrtr::ALL,
    state::ALL,
    elicitation::ALL,
    tools::ALL,
    cache::ALL,
    auth::ALL,
    scope::ALL,
    call::ALL,
    host::ALL,
    grant::ALL,
    transcript::ALL,
];

/// Every rule, family by family.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    FAMILIES.iter().flat_map(|family| family.iter().copied())
}

/// The rule with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Rule> {
    all().find(|rule| rule.id == id)
}
