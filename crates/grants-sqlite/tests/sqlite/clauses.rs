//! Each clause of the claim's condition, alone: where only it does not hold, nothing is claimed and nothing is changed.

use super::*;
use grants::{Bid, Held, How, State};

/// A store, and a grant in it as a test wants it.
struct Case {
    _folder: Folder,
    store: Sqlite,
    grant: Grant,
    bid: Bid,
    at: Moment,
}

fn ms(ms: u64) -> Moment {
    Moment::from_store(ms)
}

/// A fresh grant, changed before it is stored, with the bid that would take it.
fn case(effect: EffectClass, change: impl FnOnce(&mut Grant)) -> Case {
    let (folder, clock) = (Folder::new(), FakeClock::at(START));
    let store = store(&folder, &clock);
    let mut new = yes(1, "notes.txt", effect, START + LIFETIME);
    new.intent.uses = 3;
    let fresh = Grant::new(&new, ms(START), 1);
    let mut grant = fresh.clone();
    change(&mut grant);
    let (before, after) = (Grant { not_before: grant.not_before, epoch: grant.epoch, ..fresh }, grant.clone());
    rows(&store, move |table| {
        assert!(table.insert(&before)?);
        assert!(table.replace(&before, &after)?);
        Ok(())
    });
    let bid = Bid { claiming: claiming(&new, 1), authorized: true };
    Case { _folder: folder, store, grant, bid, at: ms(START + 1000) }
}

/// A grant that the first attempt took at the start.
fn held(grant: &mut Grant) {
    grant.state = State::Claimed;
    let attempt = AttemptId::from_bytes([1; 16]);
    grant.held = Some(Held { attempt, since: ms(START), act_by: ms(START + LEASE), how: How::First });
    (grant.fence, grant.used, grant.consumed_at) = (1, 1, Some(ms(START)));
}

/// The same, ended.
fn ended(state: State) -> impl FnOnce(&mut Grant) {
    move |grant| {
        held(grant);
        (grant.state, grant.outcome) = (state, Some((ms(START + 500), "told".to_owned())));
    }
}

impl Case {
    fn bids(mut self, change: impl FnOnce(&mut Bid)) -> Self {
        change(&mut self.bid);
        self
    }

    fn at(mut self, later: u64) -> Self {
        self.at = ms(START + later);
        self
    }

    fn claim(&self) -> Option<Grant> {
        let (bid, at) = (self.bid, self.at);
        rows(&self.store, move |table| table.claim(&bid, at))
    }

    /// Nothing is claimed, and the row is as it was.
    fn is_refused(&self) {
        assert_eq!(self.claim(), None);
        assert_eq!(self.store.grant(self.grant.id).unwrap().as_ref(), Some(&self.grant));
    }

    fn is_taken(&self, how: How, fence: u64, used: u32) {
        let taken = self.claim().unwrap();
        assert_eq!((taken.state, taken.held.unwrap().how), (State::Claimed, how));
        assert_eq!((taken.fence, taken.used), (fence, used));
        assert_eq!(self.store.grant(self.grant.id).unwrap(), Some(taken));
    }
}

fn other() -> Digest {
    Digest::of("test/other", &[])
}

#[test]
fn what_meets_every_clause_is_taken() {
    case(EffectClass::AtMostOnce, |_| ()).is_taken(How::First, 1, 1);
    case(EffectClass::AtMostOnce, held).is_taken(How::Again, 1, 1);
    case(EffectClass::Keyed, held).at(LEASE).bids(|bid| bid.claiming.attempt = second()).is_taken(How::Over, 2, 1);
    case(EffectClass::AtMostOnce, ended(State::Issued)).is_taken(How::First, 2, 2);
}

fn second() -> AttemptId {
    AttemptId::from_bytes([2; 16])
}

#[test]
fn id_another_grant_with_the_same_arguments_is_left_alone() {
    let case = case(EffectClass::AtMostOnce, |_| ());
    let twin = Grant::new(&yes(2, "notes.txt", EffectClass::AtMostOnce, START + LIFETIME), ms(START), 1);
    let stored = twin.clone();
    rows(&case.store, move |table| table.insert(&stored));
    case.is_taken(How::First, 1, 1);
    assert_eq!(case.store.grant(twin.id).unwrap(), Some(twin));
}

#[test]
fn arg_hash_of_other_arguments() {
    case(EffectClass::AtMostOnce, |_| ()).bids(|bid| bid.claiming.arg_hash = other()).is_refused();
}

#[test]
fn server_of_another_server() {
    case(EffectClass::AtMostOnce, |_| ()).bids(|bid| bid.claiming.server = other()).is_refused();
}

#[test]
fn contract_of_another_tool() {
    case(EffectClass::AtMostOnce, |_| ()).bids(|bid| bid.claiming.contract = other()).is_refused();
}

#[test]
fn epoch_of_before_a_restore() {
    let case = case(EffectClass::AtMostOnce, |_| ());
    rows(&case.store, |table| table.set_epoch(2));
    case.is_refused();
    self::case(EffectClass::AtMostOnce, |grant| grant.epoch = 2).is_refused();
}

#[test]
fn revoked_at_of_a_staged_grant_that_was_marked() {
    let marked = |grant: &mut Grant| {
        held(grant);
        grant.revoked_at = Some(ms(START + 1));
    };
    case(EffectClass::Staged, marked).is_refused();
    case(EffectClass::Staged, marked).at(LEASE).bids(|bid| bid.claiming.attempt = second()).is_refused();
}

#[test]
fn not_before_its_time() {
    let later = |grant: &mut Grant| grant.not_before = ms(START + 1001);
    case(EffectClass::AtMostOnce, later).is_refused();
    case(EffectClass::AtMostOnce, later).at(1001).is_taken(How::First, 1, 1);
}

#[test]
fn expires_at_its_time() {
    case(EffectClass::AtMostOnce, |_| ()).at(LIFETIME).is_refused();
    case(EffectClass::AtMostOnce, |_| ()).at(LIFETIME - 1).is_taken(How::First, 1, 1);
    case(EffectClass::Staged, held).at(LIFETIME).is_refused();
}

#[test]
fn issued_and_nothing_that_has_ended() {
    for state in [State::Executed, State::Failed, State::Indeterminate] {
        case(EffectClass::AtMostOnce, ended(state)).bids(|bid| bid.claiming.attempt = second()).is_refused();
    }
    for state in [State::Expired, State::NoLongerAuthorized] {
        let ended = |grant: &mut Grant| (grant.state, grant.outcome) = (state, Some((ms(START), String::new())));
        case(EffectClass::AtMostOnce, ended).is_refused();
    }
}

/// A row that no program of ours writes.
#[test]
fn uses_that_are_spent() {
    let spent = |grant: &mut Grant| {
        ended(State::Issued)(grant);
        (grant.used, grant.fence) = (3, 3);
    };
    case(EffectClass::AtMostOnce, spent).is_refused();
}

#[test]
fn again_of_another_attempt() {
    case(EffectClass::AtMostOnce, held).bids(|bid| bid.claiming.attempt = second()).is_refused();
}

#[test]
fn again_after_its_lease() {
    case(EffectClass::AtMostOnce, held).at(LEASE - 1).is_taken(How::Again, 1, 1);
    case(EffectClass::AtMostOnce, held).at(LEASE).is_refused();
}

#[test]
fn again_after_its_end() {
    for state in [State::Executed, State::Failed, State::Indeterminate] {
        case(EffectClass::AtMostOnce, ended(state)).is_refused();
    }
}

#[test]
fn over_from_one_that_has_ended() {
    for state in [State::Executed, State::Failed, State::Indeterminate] {
        case(EffectClass::Staged, ended(state)).at(LEASE).is_refused();
    }
}

#[test]
fn over_before_the_lease_has_ended() {
    case(EffectClass::Staged, held).at(LEASE - 1).bids(|bid| bid.claiming.attempt = second()).is_refused();
}

#[test]
fn over_in_a_class_that_cannot_be_tried_again() {
    for class in [EffectClass::Read, EffectClass::Conditional, EffectClass::AtMostOnce] {
        case(class, held).at(LEASE).bids(|bid| bid.claiming.attempt = second()).is_refused();
    }
    for class in [EffectClass::Transactional, EffectClass::Staged, EffectClass::Keyed] {
        case(class, held).at(LEASE).bids(|bid| bid.claiming.attempt = second()).is_taken(How::Over, 2, 1);
    }
}

#[test]
fn unauthorized_ends_what_nobody_holds_and_nothing_else() {
    let refused = |bid: &mut Bid| bid.authorized = false;
    let ended = case(EffectClass::AtMostOnce, |_| ()).bids(refused).claim().unwrap();
    assert_eq!(
        (ended.state, ended.held, ended.outcome),
        (State::NoLongerAuthorized, None, Some((ms(START + 1000), String::new())))
    );
    case(EffectClass::AtMostOnce, held).bids(refused).is_refused();
    case(EffectClass::AtMostOnce, |_| ()).bids(refused).bids(|bid| bid.claiming.arg_hash = other()).is_refused();
    case(EffectClass::AtMostOnce, |_| ()).bids(refused).at(LIFETIME).is_refused();
}

#[test]
fn a_lease_ends_with_the_grant_however_long_it_is() {
    for lease in [LIFETIME, u64::MAX] {
        let taken = case(EffectClass::AtMostOnce, |_| ()).bids(|bid| bid.claiming.lease_ms = lease).claim().unwrap();
        assert_eq!(taken.held.unwrap().act_by, ms(START + LIFETIME));
    }
    let taken = case(EffectClass::AtMostOnce, |_| ()).claim().unwrap();
    assert_eq!(taken.held.unwrap().act_by, ms(START + 1000 + LEASE));
}
