//! At start-up: the grant's row says what becomes of a stage.

use super::{Place, at, grant, stage};
use twogates_effects::staged::{Recovered, Standing};

fn left_by_a_crash() -> Place {
    let place = Place::new();
    place.write("a", "one");
    drop(place.folder.set_aside(&at("a"), &stage(3), &place.approved("a")).unwrap());
    place
}

fn recovered(place: &Place, standing: &Standing) -> Vec<Recovered> {
    let recovered = place.folder.recover(|asked| {
        assert_eq!(asked, &stage(3));
        standing.clone()
    });
    recovered.unwrap().into_iter().map(|(_, done)| done).collect()
}

#[test]
fn a_committed_deletion_is_finished() {
    let place = left_by_a_crash();
    let executed = Standing::Executed { fence: 3, path: at("a") };
    assert_eq!(recovered(&place, &executed), [Recovered::Purged]);
    assert_eq!((place.read("a"), place.quarantine().len()), (None, 0));
    assert_eq!(place.folder.recover(|_| panic!("nothing is left to ask about")).unwrap(), []);
}

#[test]
fn a_deletion_that_another_fence_committed_took_another_object() {
    let place = left_by_a_crash();
    let executed = Standing::Executed { fence: 4, path: at("a") };
    assert_eq!(recovered(&place, &executed), [Recovered::PutBack]);
    assert_eq!(place.read("a").as_deref(), Some("one"));
}

#[test]
fn what_was_not_committed_goes_back() {
    let place = left_by_a_crash();
    assert_eq!(recovered(&place, &Standing::Ended { path: at("a") }), [Recovered::PutBack]);
    assert_eq!((place.read("a").as_deref(), place.quarantine().len()), (Some("one"), 0));
}

#[test]
fn what_cannot_go_back_is_kept_and_told() {
    let place = left_by_a_crash();
    place.write("a", "another's");
    let kept = format!("{}.3.kept-1", grant().digest());
    assert_eq!(recovered(&place, &Standing::Ended { path: at("a") }), [Recovered::Kept(kept.clone())]);
    assert_eq!(place.read("a").as_deref(), Some("another's"));
    assert_eq!(place.quarantine(), [(kept, "one".to_owned())]);
}

#[test]
fn what_somebody_may_still_act_on_and_what_nobody_knows_stays() {
    for (standing, done) in [(Standing::Open, Recovered::Left), (Standing::Unknown, Recovered::Unknown)] {
        let place = left_by_a_crash();
        assert_eq!(recovered(&place, &standing), [done]);
        assert_eq!((place.read("a"), place.quarantine().len()), (None, 1));
    }
}
