//! The state of a question of a tool's own: bound as ours is, of another kind, and carrying what the tool gave.

use crate::{ID, NOW, Scene, alice, bob, digest, ring};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use hmac::{Hmac, KeyInit, Mac};
use rules::Defence;
use rules::danger::without;
use sha2::Sha256;
use twogates_consent::{BadState, ConsentGate, Key, KeyRing, Moment, Policy, Round, RoundOf};
use wire::Digest;

const EXPIRES: Moment = Moment::from_store(1_785_247_200_000 + 300_000);

fn gate() -> ConsentGate {
    ConsentGate::new("notes", ring())
}

fn of() -> RoundOf {
    RoundOf { principal: alice().digest(), called: digest("contract"), arguments: digest("arguments") }
}

fn unclaimed(state: Option<&str>) -> Round {
    Round { claim: None, state: state.map(Into::into) }
}

fn claimed() -> Round {
    Round { claim: Some([5; Round::CLAIM]), state: Some("the tool's".into()) }
}

/// The state with this body, sealed as the description says with the key of [`crate::ring`].
fn sealed(body: &[u8]) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(&[1; 32]).unwrap();
    for part in [b"two-gates/round/1".as_slice(), b"k1", body] {
        mac.update(&u64::try_from(part.len()).unwrap().to_be_bytes());
        mac.update(part);
    }
    format!("r1.k1.{}.{}", BASE64.encode(body), BASE64.encode(mac.finalize().into_bytes()))
}

fn bound() -> Vec<u8> {
    let of = of();
    let server = Digest::of("two-gates/server/1", &[b"notes"]);
    [server.bytes(), of.principal.bytes(), of.called.bytes(), of.arguments.bytes(), &EXPIRES.ms().to_be_bytes()[..]]
        .concat()
}

#[test]
fn a_round_is_as_described_and_comes_back_as_it_was() {
    let of_claim = [&[1][..], &[5; 56], &[1], b"the tool's"].concat();
    for (round, rest) in [
        (unclaimed(None), vec![0, 0]),
        (unclaimed(Some("")), vec![0, 1]),
        (unclaimed(Some("a.b é")), [&[0, 1][..], "a.b é".as_bytes()].concat()),
        (claimed(), of_claim),
    ] {
        let state = gate().seal_round(&of(), &round, EXPIRES);
        assert_eq!(state, sealed(&[bound(), rest].concat()));
        assert!(ConsentGate::is_round(&state));
        assert_eq!(gate().open_round(&of(), &state, NOW), Ok(round));
    }
}

/// Each binding, with every defence and without its own.
#[test]
fn a_round_belongs_to_one_server_principal_tool_and_arguments() {
    let state = gate().seal_round(&of(), &claimed(), EXPIRES);
    let files = || ConsentGate::new("files", ring());
    for (gate, of, refusal, defence) in [
        (gate(), RoundOf { principal: bob().digest(), ..of() }, BadState::OtherPrincipal, Defence::Principal),
        (files(), of(), BadState::OtherServer, Defence::Contract),
        (gate(), RoundOf { called: digest("another"), ..of() }, BadState::OtherContract, Defence::Contract),
        (gate(), RoundOf { arguments: digest("others"), ..of() }, BadState::OtherArguments, Defence::Arguments),
    ] {
        assert_eq!(gate.open_round(&of, &state, NOW), Err(refusal));
        assert_eq!(without(gate, defence).open_round(&of, &state, NOW), Ok(claimed()), "{defence}");
    }
}

/// What rests on no claim expires. Of a claim the store says whether it may go on.
#[test]
fn a_round_without_a_claim_expires() {
    let open =
        |round: &Round, gate: ConsentGate, at| gate.open_round(&of(), &gate.seal_round(&of(), round, EXPIRES), at);
    let (last, late) = (EXPIRES.earlier(1), EXPIRES);
    assert!(open(&unclaimed(None), gate(), last).is_ok());
    assert_eq!(open(&unclaimed(None), gate(), late), Err(BadState::Expired));
    assert!(open(&unclaimed(None), without(gate(), Defence::Expiry), late).is_ok());
    assert!(open(&claimed(), gate(), late).is_ok());
}

#[test]
fn nobody_else_seals_one() {
    let state = gate().seal_round(&of(), &claimed(), EXPIRES);
    let [version, id, body, tag] = crate::seal_format::parts(&state);
    for wrong in [
        format!("v1.{id}.{body}.{tag}"),
        format!("{version}.{id}.{body}"),
        format!("{state}."),
        format!("{version}.{id}.{}.{tag}", BASE64.encode(b"another body")),
        sealed(&bound()),
        sealed(&[bound(), vec![2, 0]].concat()),
        sealed(&[bound(), vec![0, 2]].concat()),
        sealed(&[bound(), vec![0, 0, b'x']].concat()),
        sealed(&[bound(), vec![0, 1, 0xff]].concat()),
        sealed(&[bound(), vec![1, 0]].concat()),
    ] {
        assert_eq!(gate().open_round(&of(), &wrong, NOW), Err(BadState::Tampered), "{wrong}");
    }
    let other_ring = ConsentGate::new("notes", KeyRing::new(Key::new("k2", &[1; 32]).unwrap()));
    assert_eq!(other_ring.open_round(&of(), &state, NOW), Err(BadState::UnknownKey));
    let forged = format!("{version}.{id}.{body}.{}", BASE64.encode([0; 32]));
    assert_eq!(gate().open_round(&of(), &forged, NOW), Err(BadState::Tampered));
    let careless = without(gate(), Defence::Integrity);
    assert_eq!(careless.open_round(&of(), &forged, NOW), Ok(claimed()));
    let others = Defence::ALL.iter().copied().filter(|other| *other != Defence::Integrity);
    let careless = others.fold(gate(), without);
    assert_eq!(careless.open_round(&of(), &forged, NOW), Err(BadState::Tampered));
}

/// A question of ours is no round, and a round answers no question of ours.
#[test]
fn the_two_kinds_are_not_taken_for_each_other() {
    let scene = Scene::default();
    let question = scene.prepared().ask(&Policy::default(), ID, NOW).unwrap().request_state;
    assert!(!ConsentGate::is_round(&question) && !ConsentGate::is_round("r1") && !ConsentGate::is_round(""));
    assert_eq!(gate().open_round(&of(), &question, NOW), Err(BadState::Tampered));
    let relabelled = question.replacen("v1.", "r1.", 1);
    assert_eq!(gate().open_round(&of(), &relabelled, NOW), Err(BadState::Tampered));
    let round = gate().seal_round(&of(), &claimed(), EXPIRES);
    for state in [round.clone(), round.replacen("r1.", "v1.", 1)] {
        assert_eq!(scene.refusal(&state), Some(BadState::Tampered));
    }
}
