//! What the table rests on: the same script in each world, and a person who only tires.

use super::*;

fn played(policy: Policy, server: Server, reads: usize) -> Tally {
    tally(policy, server, reads, &[]).unwrap()
}

#[test]
fn the_script_is_mostly_reads_and_four_calls_do_harm() {
    assert_eq!(SCRIPT.iter().filter(|call| **call == LOOK).count(), 12);
    assert_eq!(SCRIPT.iter().filter(|(_, _, harm)| harm.is_some()).count(), 4);
    for (_, arguments, harm) in SCRIPT {
        assert!(serde_json::from_str::<Value>(arguments).unwrap().is_object());
        assert!(arguments.contains(harm.unwrap_or_default()), "a prompt shows the arguments, so harm is seen in them");
    }
}

#[test]
fn who_is_asked_for_every_call_lets_through_what_comes_after_the_tenth_prompt() {
    let tally = played(Policy::EveryCall, Server::Careless, READS);
    assert_eq!((tally.prompts, tally.unread, tally.harm), (20, 10, 3));
    assert_eq!(
        tally.effects,
        [
            "sent the query out",
            "deleted notes.txt",
            "sent the query out",
            "paid 900 EUR to Nobody Ltd",
            "paid 40 EUR to Plant Shop",
            "sent the query out",
            "paid 450 EUR to Nobody Ltd",
        ]
    );
}

#[test]
fn who_is_asked_where_it_matters_reads_every_prompt() {
    let tally = played(Policy::AllButClosedReads, Server::Careless, READS);
    assert_eq!((tally.prompts, tally.unread, tally.harm), (8, 0, 0));
    assert_eq!(
        tally.effects,
        ["sent the query out", "deleted notes.txt", "sent the query out", "paid 40 EUR to Plant Shop"]
    );
}

#[test]
fn a_careless_server_that_is_trusted_does_all_of_it_unasked() {
    let tally = played(Policy::Blanket, Server::Careless, READS);
    assert_eq!((tally.prompts, tally.unread, tally.harm, tally.effects.len()), (0, 0, 4, 8));
}

#[test]
fn a_server_with_both_gates_asks_for_the_eight_that_matter() {
    let tally = played(Policy::Blanket, Server::BothGates, READS);
    assert_eq!((tally.prompts, tally.unread, tally.harm), (8, 0, 0));
    assert_eq!(
        tally.effects,
        ["sent the query out, 3 hits", "deleted notes.txt", "sent the query out, 3 hits", "paid 40 EUR to Plant Shop"]
    );
}

#[test]
fn it_is_the_tiredness_and_nothing_else_that_lets_harm_through() {
    let of = |reads| {
        let tally = played(Policy::EveryCall, Server::Careless, reads);
        (tally.unread, tally.harm)
    };
    // The harmful calls are the 4th, 12th, 16th and 19th.
    assert_eq!(
        [3, 4, 11, 12, 15, 16, 18, 19, 20].map(of),
        [(17, 4), (16, 3), (9, 3), (8, 2), (5, 2), (4, 1), (2, 1), (1, 0), (0, 0)]
    );
}
