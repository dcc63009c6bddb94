//! Whatever happens to a grant, in whatever order: what never does.

use crate::{TOOL, at, intent, made_up};
use consent::{EffectClass, Tool, Until};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rules::Defences;
use std::collections::BTreeSet;
use twogates_grants::{AttemptId, Bid, Claiming, End, Event, Grant, Holder, How, Item, NewGrant, State, Step, step};

/// One thing that happens, after so many milliseconds.
#[derive(Debug, Clone)]
enum Happens {
    Claim { attempt: u8, authorized: bool },
    Settle { attempt: u8, fence: u64, end: End },
    Commit { attempt: u8, fence: u64 },
    GoOn { attempt: u8, fence: u64 },
    Resolve(End),
    Revoke,
    Void,
    Lapse,
}

fn ends() -> impl Strategy<Value = End> {
    prop_oneof![Just(End::Executed), Just(End::Failed), Just(End::Indeterminate)]
}

fn happens() -> impl Strategy<Value = (u64, Happens)> {
    let what = prop_oneof![
        4 => (0..3_u8, prop::bool::weighted(0.9)).prop_map(|(attempt, authorized)| Happens::Claim { attempt, authorized }),
        4 => (0..3_u8, 0..4_u64, ends()).prop_map(|(attempt, fence, end)| Happens::Settle { attempt, fence, end }),
        2 => (0..3_u8, 0..4_u64).prop_map(|(attempt, fence)| Happens::Commit { attempt, fence }),
        3 => (0..3_u8, 0..4_u64).prop_map(|(attempt, fence)| Happens::GoOn { attempt, fence }),
        1 => ends().prop_map(Happens::Resolve),
        1 => Just(Happens::Revoke),
        1 => Just(Happens::Void),
        2 => Just(Happens::Lapse),
    ];
    (prop_oneof![Just(0), Just(1), Just(60_000), 0..90_000_u64], what)
}

fn event(happens: &Happens) -> Event {
    let attempt = |number| AttemptId::from_bytes([number; 16]);
    let holder = |number, fence| Holder { attempt: attempt(number), fence };
    match happens {
        Happens::Claim { attempt: number, authorized } => {
            let intent = intent(Until::AtOnce);
            let claiming = Claiming {
                grant: made_up(1).id(),
                arg_hash: intent.call.arg_hash(),
                server: intent.server_digest(),
                contract: TOOL.contract().digest(),
                attempt: attempt(*number),
                lease_ms: 60_000,
            };
            Event::Claim { bid: Bid { claiming, authorized: *authorized }, epoch: 1 }
        }
        Happens::Settle { attempt, fence, end } => {
            Event::Settle { holder: holder(*attempt, *fence), end: *end, text: "told".into(), epoch: 1 }
        }
        Happens::Commit { attempt, fence } => {
            Event::Commit { holder: holder(*attempt, *fence), text: "committed".into(), epoch: 1 }
        }
        Happens::GoOn { attempt, fence } => Event::GoOn { holder: holder(*attempt, *fence), epoch: 1 },
        Happens::Resolve(end) => Event::Resolve { end: *end, text: "found out".into() },
        Happens::Revoke => Event::Revoke,
        Happens::Void => Event::Void,
        Happens::Lapse => Event::Lapse,
    }
}

fn issued(effect: EffectClass, uses: u32) -> Grant {
    let mut intent = intent(Until::Within { from: at(10), to: at(200_000) });
    intent.uses = uses;
    let new = NewGrant { reference: made_up(1), question: crate::id(1), item: Item::ONLY, intent, effect };
    Grant::new(&new, at(0), 1)
}

proptest! {
    // Always the same histories, so that what a break turns red is always the same.
    #![proptest_config(ProptestConfig {
        cases: 1000,
        rng_seed: RngSeed::Fixed(7),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_grant_keeps_its_promises(
        class in 0..EffectClass::ALL.len(),
        uses in 1..=3_u32,
        history in prop::collection::vec(happens(), 1..24),
    ) {
        let effect = EffectClass::ALL[class];
        let mut grant = issued(effect, uses);
        let (mut now, mut fences, mut firsts) = (0, BTreeSet::new(), 0);
        for (later, happens) in &history {
            now += later;
            let event = event(happens);
            let Step { after, refusal } = step(&grant, &event, at(now), Defences::all());
            let claimed = matches!(event, Event::Claim { .. }) && refusal.is_none();
            // What is settled stays so; only what is told of it may still be added.
            if grant.state.is_settled() {
                prop_assert_eq!(after.state, grant.state);
            }
            prop_assert!(after.fence >= grant.fence && after.used >= grant.used && after.used <= uses);
            prop_assert_eq!(&after.intent, &grant.intent);
            prop_assert!(grant.consumed_at.is_none_or(|at| after.consumed_at == Some(at)), "the first claim's moment stays");
            // A second effect without a second yes: neither a claim after a mark, nor one too early or too late.
            if claimed {
                let held = after.held.unwrap();
                prop_assert!(grant.revoked_at.is_none() && after.state == State::Claimed);
                prop_assert!((10..200_000).contains(&now) && held.act_by <= after.expires_at);
                match held.how {
                    How::Again => prop_assert_eq!(grant.held.unwrap().attempt, held.attempt),
                    How::Over => prop_assert!(at(now) >= grant.held.unwrap().act_by && fences.insert(after.fence)),
                    How::First => {
                        firsts += 1;
                        prop_assert!(fences.insert(after.fence), "no fence is given twice");
                    }
                }
                prop_assert!(held.how != How::Over || matches!(effect, EffectClass::Transactional | EffectClass::Staged | EffectClass::Keyed));
            }
            // Who goes on is who held it, in no longer time, and what was held is held no more.
            if let (Event::GoOn { holder, .. }, None) = (&event, &refusal) {
                let (before, held) = (grant.held.unwrap(), after.held.unwrap());
                prop_assert!(grant.state == State::Claimed && after.state == State::Claimed && grant.revoked_at.is_none());
                prop_assert!((holder.attempt, holder.fence) == (before.attempt, grant.fence) && at(now) < before.act_by);
                prop_assert!(held == before && after.used == grant.used && fences.insert(after.fence));
            }
            // A commit is never after the mark or the end of its time.
            if matches!(event, Event::Commit { .. }) && refusal.is_none() && grant.state == State::Claimed {
                prop_assert!(grant.revoked_at.is_none() && now < 200_000);
            }
            // A staged effect is done at its commit point or not at all.
            if effect == EffectClass::Staged && after.state == State::Executed && grant.state == State::Claimed {
                prop_assert!(grant.revoked_at.is_none() && now < 200_000);
            }
            // Only a person makes anything but the holder's word of what is unknown.
            if grant.state == State::Indeterminate && after.state != State::Indeterminate {
                let told = matches!(event, Event::Resolve { .. } | Event::Settle { .. });
                prop_assert!(told, "{:?}", event);
            }
            grant = after;
        }
        prop_assert!(firsts <= uses);
    }
}
