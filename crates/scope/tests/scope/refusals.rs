//! What each refusal says of itself.

use crate::set;
use rules::{Fault, Refused, Rule};
use std::error::Error;
use twogates_scope::{BadMetadata, BadScope, GiveUp, Insufficient, NotCleared, UnknownTool};

fn check<R: Refused + Error>(refusal: &R, fault: Fault, rule: &'static Rule, code: &str, why: &str, remedy: &str) {
    let found = (refusal.fault(), refusal.rule(), refusal.code(), refusal.why(), refusal.remedy());
    assert_eq!(found, (fault, rule, code, why.to_owned(), remedy));
    assert_eq!(refusal.to_string(), why);
}

#[test]
fn of_the_gate() {
    let unknown = UnknownTool { name: "a\n\u{202e}b".into() };
    let why = r#"there is no tool named "a\n\u{202e}b""#;
    let remedy = "call a tool that this server has, by its exact name";
    let rule = &rules::tools::PROTOCOL_ERROR;
    check(&unknown, Fault::PeerIncompatible, rule, "unknown_tool", why, remedy);
    check(&NotCleared::Unknown(unknown), Fault::PeerIncompatible, rule, "unknown_tool", why, remedy);

    let insufficient = Insufficient { tool: "t".into(), needed: set(&["b", "a"]) };
    let (why, remedy) = ("this call of t needs a b", "authorize again for these scopes and for those requested before");
    let rule = &rules::scope::CHECKED_PER_CALL;
    check(&insufficient, Fault::PeerIncompatible, rule, "insufficient_scope", why, remedy);
    check(&NotCleared::Insufficient(insufficient), Fault::PeerIncompatible, rule, "insufficient_scope", why, remedy);
}

#[test]
fn of_reading() {
    let remedy = "write tokens in printable ASCII without quotes and backslashes, with one space between two";
    let (rule, why) = (&rules::scope::EXACT_TOKENS, r#""a\"" is no scope token"#);
    check(&BadScope { token: "a\"".into() }, Fault::PeerMisbehaved, rule, "bad_scope", why, remedy);

    let other = BadMetadata::OtherResource { found: "a".into(), expected: "b".into() };
    let (rule, why) = (&rules::auth::METADATA_MATCHES, r#"the metadata is of "a", not of "b""#);
    let remedy = "serve metadata whose resource is exactly the address that clients use";
    check(&other, Fault::PeerMisbehaved, rule, "other_resource", why, remedy);
    let (rule, why) = (&rules::auth::METADATA, "the metadata names no authorization server");
    let (none, remedy) = (BadMetadata::NoAuthorizationServer, "name at least one authorization server");
    check(&none, Fault::PeerMisbehaved, rule, "no_authorization_server", why, remedy);
    let why = "the metadata's resource is missing or has the wrong shape";
    let shape = BadMetadata::Shape("resource");
    check(&shape, Fault::PeerMisbehaved, rule, "bad_metadata", why, "serve metadata by RFC 9728");
}

#[test]
fn of_giving_up() {
    let fault = Fault::PeerIncompatible;
    let why = "no Bearer challenge says insufficient_scope";
    let remedy = "handle the response by its status and error";
    let rule = &rules::scope::ONLY_INSUFFICIENT;
    check(&GiveUp::NotInsufficientScope, fault, rule, "not_insufficient_scope", why, remedy);

    let rule = &rules::scope::NOTHING_NEW;
    let remedy = "have the authorization server grant what was requested, then sign in anew";
    let nothing = GiveUp::NothingNew { challenged: set(&["a", "b"]) };
    let why = "the challenge names a b, which was requested before and did not help";
    check(&nothing, fault, rule, "nothing_new", why, remedy);
    let unnamed = GiveUp::NothingNew { challenged: set(&[]) };
    check(&unnamed, fault, rule, "nothing_new", "the challenge names no scope", remedy);

    let why = "2 step-ups were not enough, and the server asks for more";
    let remedy = "have the server name every scope at once and the authorization server grant them, then sign in anew";
    check(&GiveUp::CapReached, fault, &rules::scope::CAP, "cap_reached", why, remedy);

    let remembered = GiveUp::Remembered { first: Box::new(GiveUp::CapReached) };
    let why = format!("given up before: {why}");
    check(&remembered, fault, &rules::scope::REMEMBERED, "remembered", &why, remedy);
}
