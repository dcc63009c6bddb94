//! Who is asking.

use crate::alice;
use std::collections::BTreeSet;
use twogates_scope::Principal;
use wire::Digest;

fn principal(issuer: &str, subject: &str, client: Option<&str>) -> Principal {
    Principal { issuer: issuer.into(), subject: subject.into(), client: client.map(Into::into) }
}

#[test]
fn every_field_counts_and_no_two_run_into_each_other() {
    let all = [
        principal("ab", "c", Some("d")),
        principal("a", "bc", Some("d")),
        principal("ab", "cd", Some("")),
        principal("ab", "cd", None),
        principal("ab", "c", None),
        principal("c", "ab", None),
        principal("", "abcd", None),
        principal("ab\0c", "d", None),
        principal("ab", "c\0d", None),
        principal("AB", "c", None),
        principal("ab", "c", Some("D")),
        principal("ab", "d", Some("c")),
    ];
    let digests: BTreeSet<_> = all.iter().map(Principal::digest).collect();
    assert_eq!(digests.len(), all.len());
}

#[test]
fn the_digest_is_tagged_and_stable() {
    let parts: &[&[u8]] = &[b"https://auth.example", b"alice", b"editor"];
    assert_eq!(alice().digest(), Digest::of("two-gates/principal/1", parts));
}
