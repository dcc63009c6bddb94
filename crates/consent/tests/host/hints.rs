//! Hints are read with care.

use consent::hints::Hints;
use proptest::prelude::*;
use serde_json::json;
use twogates_consent as consent;

const BEST: Hints = Hints { read_only: true, destructive: false, open_world: false, idempotent: true };

#[test]
fn what_is_not_said_is_taken_for_the_worse() {
    let worst = Hints { read_only: false, destructive: true, open_world: true, idempotent: false };
    assert_eq!(Hints::WORST, worst);
    assert_eq!(Hints::of(None), worst);
    for nothing in
        [json!({}), json!(null), json!([]), json!(true), json!("readOnlyHint"), json!([{"readOnlyHint": true}])]
    {
        assert_eq!(Hints::of(Some(&nothing)), worst, "{nothing}");
    }
}

#[test]
fn each_hint_is_read_under_its_own_name() {
    let all = json!({"readOnlyHint": true, "destructiveHint": false, "openWorldHint": false, "idempotentHint": true});
    assert_eq!(Hints::of(Some(&all)), BEST);
    assert_eq!(Hints::of(Some(&json!({"readOnlyHint": true}))), Hints { read_only: true, ..Hints::WORST });
    assert_eq!(Hints::of(Some(&json!({"destructiveHint": false}))), Hints { destructive: false, ..Hints::WORST });
    assert_eq!(Hints::of(Some(&json!({"openWorldHint": false}))), Hints { open_world: false, ..Hints::WORST });
    assert_eq!(Hints::of(Some(&json!({"idempotentHint": true}))), Hints { idempotent: true, ..Hints::WORST });
    let opposite =
        json!({"readOnlyHint": false, "destructiveHint": true, "openWorldHint": true, "idempotentHint": false});
    assert_eq!(Hints::of(Some(&opposite)), Hints::WORST);
}

/// Open case C075: neither another name nor another type.
#[test]
fn c075_only_the_wire_name_and_json_booleans_count() {
    for annotations in [
        json!({"read_only_hint": true}),
        json!({"readOnlyHint": "true"}),
        json!({"readOnlyHint": 1}),
        json!({"ReadOnlyHint": true}),
        json!({"readOnlyHint": null}),
        json!({"readOnlyHint": [true]}),
        json!({"annotations": {"readOnlyHint": true}}),
    ] {
        assert!(!Hints::of(Some(&annotations)).read_only, "{annotations}");
    }
    for annotations in [json!({"openWorldHint": "false"}), json!({"openWorldHint": 0}), json!({"openWorldHint": null})]
    {
        assert!(Hints::of(Some(&annotations)).open_world, "{annotations}");
    }
}

#[test]
fn only_a_closed_world_read_runs_unasked() {
    let runs = |read_only, open_world| Hints { read_only, open_world, ..BEST }.closed_world_read();
    assert!(runs(true, false));
    assert!(!runs(true, true) && !runs(false, false) && !runs(false, true));
    // What a reading tool says of destruction means nothing.
    assert!(Hints { destructive: true, idempotent: false, ..BEST }.closed_world_read());
}

fn hints() -> impl Strategy<Value = Hints> {
    any::<[bool; 4]>().prop_map(|[read_only, destructive, open_world, idempotent]| Hints {
        read_only,
        destructive,
        open_world,
        idempotent,
    })
}

#[test]
fn each_hint_is_combined_by_itself() {
    let each = [
        Hints { read_only: false, ..BEST },
        Hints { destructive: true, ..BEST },
        Hints { open_world: true, ..BEST },
        Hints { idempotent: false, ..BEST },
    ];
    for worse in each {
        assert_eq!(BEST.stricter(worse), worse);
        assert_eq!(worse.stricter(BEST), worse);
        assert_eq!(worse.stricter(worse), worse);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_hint_only_makes_a_policy_stricter(policy in hints(), claimed in hints()) {
        let both = policy.stricter(claimed);
        prop_assert_eq!(both, claimed.stricter(policy));
        prop_assert_eq!(both.stricter(policy), both);
        prop_assert_eq!(policy.stricter(BEST), policy);
        prop_assert_eq!(policy.stricter(Hints::WORST), Hints::WORST);
        prop_assert_eq!(both.closed_world_read(), policy.closed_world_read() && claimed.closed_world_read());
    }
}
