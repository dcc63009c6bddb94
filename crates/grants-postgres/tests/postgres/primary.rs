//! The primary decides, and it stores what it says it stored.

use super::support::{Cluster, plain};
use super::*;

#[test]
fn a_session_that_only_reads_is_refused() {
    let house = House::new();
    let reading = format!("{} options='-c default_transaction_read_only=on'", house.config);
    assert_eq!(refused(Postgres::at(&reading)), Fault::ReadOnly);
}

#[test]
fn a_server_that_forgets_is_refused() {
    for setting in ["fsync", "full_page_writes"] {
        let cluster = Cluster::start(&[&format!("{setting} = off")]);
        let fault = refused(Postgres::at(&cluster.config("postgres")));
        assert_eq!(fault, Fault::NotDurable { setting, found: "off".into() });
    }
}

/// C117: a copy that is behind has the grant unspent. It decides nothing: not even a claim's first read goes there.
#[test]
fn c117_a_replica_decides_nothing() {
    let primary = Cluster::start(&[]);
    let config = primary.config(&primary.database());
    let store = Postgres::open(&config).unwrap();
    issue(&store, &plain(1));
    let replica = primary.standby();
    let behind = config.replace(primary.folder().to_str().unwrap(), replica.folder().to_str().unwrap());
    assert_eq!(Session::to(&behind).text("SELECT state FROM two_gates.grants"), "issued");
    claim(&store, &plain(1), 1).unwrap();
    assert_eq!(refused(Postgres::at(&behind)), Fault::NotPrimary);
    // Of several addresses the one that writes is found.
    let both = format!(
        "host={},{} user=postgres dbname={} target_session_attrs=read-write",
        replica.folder().display(),
        primary.folder().display(),
        config.rsplit('=').next().unwrap()
    );
    assert_eq!(claim(&Postgres::open(&both).unwrap(), &plain(1), 2), Err(NotUsable::Used));
    // When the copy takes over, whoever knew the primary is told that it is another place.
    primary.stop("QUIT");
    replica.promote();
    assert!(matches!(refused(Postgres::at(&behind)), Fault::Moved { .. }));
    let moved = Postgres::at(&behind).after_restore().open().unwrap();
    assert!(matches!(claim(&moved, &plain(1), 3), Err(NotUsable::Void | NotUsable::Used | NotUsable::Revoked)));
}

#[test]
fn what_cannot_be_reached_is_said() {
    assert!(matches!(refused(Postgres::at("host")), Fault::BadConfiguration(_)));
    assert!(matches!(refused(Postgres::at("host=/nowhere user=nobody")), Fault::Unreachable(_)));
}
