//! What is printed, and what never is.

use crate::{Desk, MINUTE, TOOL, made_up, note};
use consent::EffectClass;
use twogates_grants::{End, GrantRef, Issued, Item, NewGrant};
use wire::Digest;

#[test]
fn a_handle_does_not_print() {
    let reference = GrantRef::new(*b"a handle, secret", crate::call("notes.txt").arg_hash());
    let new = NewGrant {
        reference: reference.clone(),
        question: crate::id(1),
        item: Item::ONLY,
        effect: EffectClass::AtMostOnce,
        intent: crate::intent(consent::Until::AtOnce),
    };
    let printed = format!("{reference:?} {reference:#?} {new:?} {:?}", Issued::New(reference.clone()));
    let bytes = reference.expose_handle().map(|byte| byte.to_string()).join(", ");
    for trace in ["a handle", "secret", &bytes, "612068616e646c65", "notes.txt"] {
        assert!(!printed.contains(trace), "{trace} is in {printed}");
    }
    assert!(printed.contains(&reference.id().to_string()));
}

/// What is stored is a digest of the handle: who reads the store cannot claim from it.
#[test]
fn a_stored_id_reveals_no_handle() {
    let reference = made_up(5);
    let digest = Digest::of("two-gates/grant/1", &[&[5; 16]]);
    assert_eq!(reference.id().digest(), &digest);
    assert_eq!((reference.id().to_string(), reference.id().hex()), (digest.short(), digest.to_string()));
    assert_eq!(format!("{:?}", reference.id()), format!("GrantId({})", digest.short()));
    assert_eq!(reference.expose_handle(), &[5; 16]);
    assert_ne!(made_up(6).id(), reference.id());
}

#[test]
fn proofs_print_their_grant_and_no_arguments() {
    let desk = Desk::new();
    let reference = desk.issued(1, MINUTE);
    let id = reference.id();
    let claim = desk.grants.claim(&TOOL, &reference).unwrap();
    assert_eq!(format!("{claim:?}"), format!("Claim({id:?})"));
    let (_, running) = claim.take(|_| note("hello")).unwrap();
    assert_eq!(format!("{running:?}"), format!("Running({id:?})"));
    let settled = running.settle(End::Failed, "no room");
    assert_eq!(format!("{settled:?}"), format!("Settled({id:?}, Failed, 7 bytes)"));
}
