//! Each clause of the claim's condition, alone: where only it does not hold, nothing is claimed and nothing is changed.

use super::support::clock::START;
use super::support::{LEASE, contract, yes};
use super::*;
use consent::{EffectClass, Moment};
use grants::{AttemptId, Bid, Held, How, State};
use wire::Digest;

/// How long the grants here live, in milliseconds.
const LIFETIME: u64 = 60_000;

/// A store, and a grant in it as a test wants it.
struct Case {
    house: House,
    grant: Grant,
    bid: Bid,
    at: Moment,
}

fn ms(ms: u64) -> Moment {
    Moment::from_store(ms)
}

/// A fresh grant of three uses, changed before it is stored, with the bid that would take it.
fn case(effect: EffectClass, change: impl FnOnce(&mut Grant)) -> Case {
    Case::new().of(effect, change)
}

impl Case {
    fn new() -> Self {
        let new = yes(0, "notes.txt", EffectClass::AtMostOnce, START + LIFETIME);
        let grant = Grant::new(&new, ms(START), 1);
        Self { house: House::new(), grant, bid: Bid { claiming: claiming(&new, 1), authorized: true }, at: ms(0) }
    }

    /// Another grant in the same store.
    fn of(self, effect: EffectClass, change: impl FnOnce(&mut Grant)) -> Self {
        let number = self.house.beside.number("SELECT count(*) FROM two_gates.grants") + 1;
        let mut new = yes(number.unsigned_abs(), "notes.txt", effect, START + LIFETIME);
        new.intent.uses = 3;
        let mut grant = Grant::new(&new, ms(START), 1);
        change(&mut grant);
        let stored = grant.clone();
        assert!(rows(&self.house.store, move |table| table.insert(&stored)));
        let bid = Bid { claiming: claiming(&new, 1), authorized: true };
        Self { house: self.house, grant, bid, at: ms(START + 1000) }
    }

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
        rows(&self.house.store, move |table| table.claim(&bid, at))
    }

    /// Nothing is claimed, and the row is as it was.
    fn refuses(self) -> Self {
        assert_eq!(self.claim(), None);
        assert_eq!(self.house.store.grant(self.grant.id).unwrap().as_ref(), Some(&self.grant));
        self
    }

    fn takes(self, how: How, fence: u64, used: u32) -> Self {
        let taken = self.claim().unwrap();
        assert_eq!((taken.state, taken.held.unwrap().how), (State::Claimed, how));
        assert_eq!((taken.fence, taken.used), (fence, used));
        assert_eq!(self.house.store.grant(self.grant.id).unwrap(), Some(taken));
        self
    }
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

fn other() -> Digest {
    Digest::of("test/other", &[])
}

fn by_another(bid: &mut Bid) {
    bid.claiming.attempt = AttemptId::from_bytes([2; 16]);
}

#[test]
fn what_meets_every_clause_is_taken() {
    case(EffectClass::AtMostOnce, |_| ())
        .takes(How::First, 1, 1)
        .of(EffectClass::AtMostOnce, held)
        .takes(How::Again, 1, 1)
        .of(EffectClass::Keyed, held)
        .at(LEASE)
        .bids(by_another)
        .takes(How::Over, 2, 1)
        .of(EffectClass::AtMostOnce, ended(State::Issued))
        .takes(How::First, 2, 2);
}

#[test]
fn id_another_grant_with_the_same_arguments_is_left_alone() {
    let case = case(EffectClass::AtMostOnce, |_| ());
    let twin = Grant::new(&yes(900, "notes.txt", EffectClass::AtMostOnce, START + LIFETIME), ms(START), 1);
    let stored = twin.clone();
    assert!(rows(&case.house.store, move |table| table.insert(&stored)));
    let case = case.takes(How::First, 1, 1);
    assert_eq!(case.house.store.grant(twin.id).unwrap(), Some(twin));
}

#[test]
fn arg_hash_of_other_arguments() {
    case(EffectClass::AtMostOnce, |_| ()).bids(|bid| bid.claiming.arg_hash = other()).refuses();
}

#[test]
fn server_of_another_server() {
    case(EffectClass::AtMostOnce, |_| ()).bids(|bid| bid.claiming.server = other()).refuses();
}

#[test]
fn contract_of_another_tool() {
    assert_ne!(contract(), other());
    case(EffectClass::AtMostOnce, |_| ()).bids(|bid| bid.claiming.contract = other()).refuses();
}

#[test]
fn epoch_of_another_time() {
    let case = case(EffectClass::AtMostOnce, |grant| grant.epoch = 2).refuses();
    let case = case.of(EffectClass::AtMostOnce, |_| ());
    rows(&case.house.store, |table| table.set_epoch(2));
    case.refuses();
}

#[test]
fn revoked_at_of_a_staged_grant_that_was_marked() {
    let marked = |grant: &mut Grant| {
        held(grant);
        grant.revoked_at = Some(ms(START + 1));
    };
    let case = case(EffectClass::Staged, marked).refuses();
    case.of(EffectClass::Staged, marked).at(LEASE).bids(by_another).refuses();
}

#[test]
fn not_before_its_time() {
    let later = |grant: &mut Grant| grant.not_before = ms(START + 1001);
    case(EffectClass::AtMostOnce, later).refuses().at(1001).takes(How::First, 1, 1);
}

#[test]
fn expires_at_its_time() {
    let case = case(EffectClass::AtMostOnce, |_| ()).at(LIFETIME).refuses();
    let case = case.at(LIFETIME - 1).takes(How::First, 1, 1);
    case.of(EffectClass::Staged, held).at(LIFETIME).refuses();
}

#[test]
fn issued_and_nothing_that_has_ended() {
    let mut case = Case::new();
    for state in [State::Executed, State::Failed, State::Indeterminate] {
        case = case.of(EffectClass::AtMostOnce, ended(state)).bids(by_another).refuses();
    }
    for state in [State::Expired, State::NoLongerAuthorized] {
        let ended = |grant: &mut Grant| (grant.state, grant.outcome) = (state, Some((ms(START), String::new())));
        case = case.of(EffectClass::AtMostOnce, ended).refuses();
    }
}

#[test]
fn uses_that_are_spent() {
    let spent = |grant: &mut Grant| {
        ended(State::Issued)(grant);
        (grant.fence, grant.used) = (3, 3);
    };
    case(EffectClass::AtMostOnce, spent).refuses();
}

#[test]
fn again_of_another_attempt() {
    case(EffectClass::AtMostOnce, held).bids(by_another).refuses();
}

#[test]
fn again_after_its_lease() {
    case(EffectClass::AtMostOnce, held).at(LEASE).refuses().at(LEASE - 1).takes(How::Again, 1, 1);
}

#[test]
fn again_after_its_end() {
    let mut case = Case::new();
    for state in [State::Executed, State::Failed, State::Indeterminate] {
        case = case.of(EffectClass::AtMostOnce, ended(state)).refuses();
    }
}

#[test]
fn over_from_one_that_has_ended() {
    let mut case = Case::new();
    for state in [State::Executed, State::Failed, State::Indeterminate] {
        case = case.of(EffectClass::Staged, ended(state)).at(LEASE).refuses();
    }
}

#[test]
fn over_before_the_lease_has_ended() {
    case(EffectClass::Staged, held).at(LEASE - 1).bids(by_another).refuses();
}

#[test]
fn over_in_a_class_that_cannot_be_tried_again() {
    let mut case = Case::new();
    for class in [EffectClass::Read, EffectClass::Conditional, EffectClass::AtMostOnce] {
        case = case.of(class, held).at(LEASE).bids(by_another).refuses();
    }
    for class in [EffectClass::Transactional, EffectClass::Staged, EffectClass::Keyed] {
        case = case.of(class, held).at(LEASE).bids(by_another).takes(How::Over, 2, 1);
    }
}

#[test]
fn unauthorized_ends_what_nobody_holds_and_nothing_else() {
    let refused = |bid: &mut Bid| bid.authorized = false;
    let case = case(EffectClass::AtMostOnce, |_| ()).bids(refused);
    let ended = case.claim().unwrap();
    assert_eq!((ended.state, ended.held), (State::NoLongerAuthorized, None));
    assert_eq!(ended.outcome, Some((ms(START + 1000), String::new())));
    let case = case.of(EffectClass::AtMostOnce, held).bids(refused).refuses();
    let case = case.of(EffectClass::AtMostOnce, |_| ()).bids(refused).at(LIFETIME).refuses();
    case.of(EffectClass::AtMostOnce, |_| ()).bids(refused).bids(|bid| bid.claiming.arg_hash = other()).refuses();
}

#[test]
fn a_lease_ends_with_the_grant_however_long_it_is() {
    let mut case = Case::new();
    for (lease, act_by) in [(LIFETIME, LIFETIME), (u64::MAX, LIFETIME), (LEASE, 1000 + LEASE)] {
        case = case.of(EffectClass::AtMostOnce, |_| ()).bids(|bid| bid.claiming.lease_ms = lease);
        assert_eq!(case.claim().unwrap().held.unwrap().act_by, ms(START + act_by));
    }
}
