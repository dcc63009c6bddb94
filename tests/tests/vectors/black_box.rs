//! The files ask nothing of a peer but HTTP and a way to set the stage: whoever is not in process is held to them too.

use super::vectors;
use lab::World;
use lab::authorization::AuthorizationServer;
use lab::server::Handled;
use lab::summary::Summary;
use lab::vectors::{InProcess, Peer, Turn, Vector};
use std::rc::Rc;
use twogates::scope::Principal;
use wire::entry::Decision;
use wire::http::Request;

/// A peer that lets nothing out but its responses.
struct BlackBox(InProcess);

impl Peer for BlackBox {
    fn exchange(&self, server: &str, http: &Request) -> Handled {
        Handled { decision: None, effects: Vec::new(), ..self.0.exchange(server, http) }
    }

    fn pass(&self, ms: u64) {
        self.0.pass(ms);
    }

    fn write(&self, server: &str, path: &str, content: Option<&str>) {
        self.0.write(server, path, content);
    }

    fn release(&self) {
        self.0.release();
    }

    fn close(&self, principal: &Principal) {
        self.0.close(principal);
    }

    fn work(&self, turn: Turn) -> Option<(String, Decision)> {
        self.0.work(turn)
    }

    fn resume(&self, step: usize) -> Option<(String, Decision)> {
        self.0.resume(step)
    }

    fn revoke(&self, grant: usize) -> (String, Decision) {
        self.0.revoke(grant)
    }

    fn back_up(&self) {
        self.0.back_up();
    }

    fn restore(&self) {
        self.0.restore();
    }

    fn summaries(&self) -> Vec<(String, Summary)> {
        self.0.summaries()
    }
}

#[test]
fn every_vector_holds_of_a_black_box() {
    for vector in vectors().iter().map(Vector::outward) {
        let world = World::new(3);
        let authorization = AuthorizationServer::new(&world);
        let peer = Rc::new(BlackBox(InProcess::new(&world, &authorization, &vector.setup, &[]).unwrap()));
        let run = vector.play_against(peer, &world, &authorization, &[]);
        vector.hold(&run).unwrap_or_else(|failure| panic!("{failure}"));
    }
}
