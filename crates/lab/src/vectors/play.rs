//! Plays a vector: step by step, against a peer.

use super::Seen;
use super::format::Vector;
use super::peer::{InProcess, Peer};
use super::player::Player;
use crate::World;
use crate::authorization::AuthorizationServer;
use rules::Defence;
use std::rc::Rc;
use std::sync::Arc;
use wire::Entry;

/// The seed of every run's dice, so that two runs are the same to the byte.
const SEED: u64 = 3;

/// A vector as it was played.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// What passed, and what happened.
    pub entries: Vec<Entry>,
    /// What came of each step; nothing where a step has no outcome.
    pub seen: Vec<Option<Seen>>,
}

impl Vector {
    /// Plays it in this process without these defences.
    #[must_use]
    pub fn play(&self, off: &[Defence]) -> Run {
        self.play_looking(off, &Looking::AtAll)
    }

    /// Whether it comes through without these defences, or strays: looks at the steps that show it, and at what happens in
    /// the world at every other.
    #[must_use]
    pub fn comes_through_without(&self, off: &[Defence]) -> bool {
        let whole = self.through.iter().map(|through| through.step).collect();
        let run = self.play_looking(off, &Looking::AtEffects { whole });
        self.comes_through(&run) || self.strays(&run)
    }

    fn play_looking(&self, off: &[Defence], looking: &Looking) -> Run {
        let world = World::new(SEED);
        let authorization = AuthorizationServer::new(&world);
        match InProcess::new(&world, &authorization, &self.setup, off) {
            Ok(peer) => Player::new(self, Rc::new(peer), (&world, &authorization), off).play(looking),
            Err(_) => Run { entries: Vec::new(), seen: vec![None; self.steps.len()] },
        }
    }

    /// The same without what only a run in process knows, for a peer that lets nothing out but its responses.
    #[must_use]
    pub fn outward(&self) -> Self {
        let mut outward = self.clone();
        for expect in outward.steps.iter_mut().filter_map(|step| step.expect_mut()) {
            (expect.code, expect.rule, expect.audit) = (None, None, None);
        }
        outward
    }

    /// Plays it against any peer. The hosts and the authorization server are the lab's; `off` concerns the hosts.
    #[must_use]
    pub fn play_against(
        &self,
        peer: Rc<dyn Peer>,
        world: &World,
        authorization: &Arc<AuthorizationServer>,
        off: &[Defence],
    ) -> Run {
        Player::new(self, peer, (world, authorization), off).play(&Looking::AtAll)
    }
}

/// What is looked at. Looking costs more than playing.
pub(super) enum Looking {
    /// All that comes of every step.
    AtAll,
    /// What happens in the world, and all that comes of these steps.
    AtEffects { whole: Vec<usize> },
}

impl Looking {
    /// Whether all that comes of this step is looked at.
    pub(super) fn at_all_of(&self, step: usize) -> bool {
        match self {
            Self::AtAll => true,
            Self::AtEffects { whole } => whole.contains(&step),
        }
    }
}
