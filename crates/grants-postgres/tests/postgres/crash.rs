//! The server crashes under load, and its default is not to wait for commits: no claim that was answered comes back unspent.

use super::support::{Cluster, plain};
use super::*;
use grants::{State, audit};
use std::sync::atomic::{AtomicU64, Ordering};

const GRANTS: u64 = 4000;
const CLAIMS_BEFORE_THE_CRASH: u64 = 400;

#[test]
fn no_answered_claim_is_lost() {
    let cluster = Cluster::start(&["wal_writer_delay = 10s", "wal_writer_flush_after = 1GB"]);
    let config = cluster.config(&cluster.database());
    let store = Postgres::at(&config).with_connections(8).open().unwrap();
    rows(&store, |table| {
        let now = table.now()?;
        for number in 0..GRANTS {
            assert!(table.insert(&Grant::new(&plain(number), now, 1))?);
        }
        Ok(())
    });
    let (next, answered) = (AtomicU64::new(0), AtomicU64::new(0));
    let won = together(9, |worker| {
        if worker == 9 {
            while answered.load(Ordering::SeqCst) < CLAIMS_BEFORE_THE_CRASH {
                thread::yield_now();
            }
            cluster.stop("QUIT");
            return Vec::new();
        }
        let mut won = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::SeqCst);
            if number >= GRANTS || claim(&store, &plain(number), worker).is_err() {
                return won;
            }
            answered.fetch_add(1, Ordering::SeqCst);
            won.push(number);
        }
    });
    cluster.run();
    let store = Postgres::open(&config).unwrap();
    let won: Vec<_> = won.into_iter().flatten().collect();
    let state = |number: &u64| store.grant(plain(*number).reference.id()).unwrap().unwrap().state;
    let lost: Vec<_> = won.iter().filter(|number| state(number) != State::Claimed).collect();
    assert_eq!(lost, [&0_u64; 0], "of {} answered claims", won.len());
    assert_eq!(audit::verify(&store.audit().unwrap()), Ok(()));
}
