//! A `two-gates` in a process of its own, as a vector's peer.

use super::stage::{House, Stage};
use lab::World;
use lab::authorization::AuthorizationServer;
use lab::server::Handled;
use lab::summary::Summary;
use lab::vectors::{Peer, Turn};
use std::rc::Rc;
use std::sync::Arc;
use tokio::runtime::Runtime;
use twogates::Tokens;
use twogates::scope::Principal;
use twogates_server_tests::exchange::exchange;
use wire::entry::Decision;
use wire::http::{Headers, Request};

/// The servers of one vector, each a process, and what the tests know of their world.
pub(crate) struct OverHttp {
    pub(crate) world: World,
    pub(crate) authorization: Arc<AuthorizationServer>,
    pub(crate) house: Rc<House>,
    pub(crate) runtime: Runtime,
    pub(crate) stage: Stage,
}

impl OverHttp {
    /// The clocks of the servers go with that of the lab's hosts.
    fn keep_time(&self) {
        self.stage.set_clocks(self.world.now_ms());
    }

    /// In the place of a token of the lab's stands one that the issuer signed, and that says the same.
    fn signed(&self, headers: &Headers) -> Headers {
        let line = |(name, value): &(String, String)| {
            let secret = value.strip_prefix("Bearer ").filter(|_| name.eq_ignore_ascii_case("Authorization"));
            let known = secret.and_then(|secret| self.authorization.verify(secret));
            (
                name.clone(),
                known.map_or_else(|| value.clone(), |token| format!("Bearer {}", self.house.issuer.sign(&token))),
            )
        };
        Headers(headers.0.iter().map(line).collect())
    }
}

impl Peer for OverHttp {
    fn exchange(&self, server: &str, http: &Request) -> Handled {
        self.keep_time();
        let http = Request { headers: self.signed(&http.headers), ..http.clone() };
        let response = self.runtime.block_on(exchange(self.stage.address(server), &http)).unwrap();
        Handled { response, decision: None, effects: Vec::new() }
    }

    fn pass(&self, ms: u64) {
        self.world.clock.advance(ms);
        self.keep_time();
    }

    fn write(&self, server: &str, path: &str, content: Option<&str>) {
        self.stage.write(server, path, content, self.world.now_ms());
    }

    fn release(&self) {
        unreachable!("vectors with a release are not played");
    }

    fn close(&self, principal: &Principal) {
        self.stage.close(principal);
    }

    fn work(&self, turn: Turn) -> Option<(String, Decision)> {
        self.keep_time();
        if turn.again {
            self.stage.deliver_again();
        }
        let said = self.stage.work()?;
        let verdict = match said.split(' ').next().unwrap_or_default() {
            // Between two of several uses it is issued again: that one was spent.
            "ran" | "issued" => "spent",
            "refused" | "later" => "refused",
            _ => "failed",
        };
        Some((said.clone(), decision(verdict, &said)))
    }

    fn resume(&self, _: usize) -> Option<(String, Decision)> {
        unreachable!("vectors with a worker that stalls are not played");
    }

    fn revoke(&self, grant: usize) -> (String, Decision) {
        self.keep_time();
        let (in_time, said) = self.stage.revoke(grant);
        (said.clone(), decision(if in_time { "taken back" } else { "refused" }, &said))
    }

    fn back_up(&self) {
        unreachable!("vectors with a copy of the store are not played");
    }

    fn restore(&self) {
        unreachable!("vectors with a copy of the store are not played");
    }

    fn summaries(&self) -> Vec<(String, Summary)> {
        self.stage.summaries()
    }
}

/// What a worker's or an operator's command came to. Which rule it went by is not said outside.
fn decision(verdict: &str, why: &str) -> Decision {
    Decision { gate: "grant".into(), verdict: verdict.into(), why: why.into(), code: None, rules: Vec::new() }
}
