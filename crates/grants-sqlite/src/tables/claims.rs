//! The claim: one conditional write, which alone decides.

use super::Tables;
use super::grants::{BECAME, Became, became};
use super::read::{ms, signed};
use crate::Fault;
use crate::connection::one;
use consent::Moment;
use grants::{Bid, Claiming, Grant};
use rusqlite::named_params;
use std::sync::LazyLock;

/// What must hold for a claim. Each clause is a check of the transition function, which tells whoever is refused why.
const CONDITION: &str = "id = :id \
     AND arg_hash = :arg_hash \
     AND server = :server \
     AND contract = :contract \
     AND epoch = :epoch \
     AND revoked_at IS NULL \
     AND not_before <= :at \
     AND :at < expires_at \
     AND (state = 'issued' AND used < uses \
       OR state = 'claimed' AND :at < act_by AND attempt = :attempt \
       OR state = 'claimed' AND act_by <= :at AND effect IN ('transactional', 'staged', 'keyed'))";

/// What a claim writes. On the right is the row as it was: `again` is the same attempt once more, which only says so.
const TAKEN: &str = "state = 'claimed', \
     how = CASE WHEN state = 'issued' THEN 'claimed' WHEN :at < act_by THEN 'claimed_again' ELSE 'taken_over' END, \
     fence = CASE WHEN state = 'claimed' AND :at < act_by THEN fence ELSE fence + 1 END, \
     used = CASE WHEN state = 'issued' THEN used + 1 ELSE used END, \
     consumed_at = coalesce(consumed_at, :at), \
     held_since = CASE WHEN state = 'claimed' AND :at < act_by THEN held_since ELSE :at END, \
     act_by = CASE WHEN state = 'claimed' AND :at < act_by THEN act_by ELSE min(expires_at, :act_by) END, \
     attempt = :attempt";

impl Tables<'_> {
    /// Claims a grant, or ends it where its principal may no longer do this: the row as written, or none where the
    /// condition did not hold.
    pub(super) fn claim_grant(&mut self, bid: &Bid, at: Moment) -> Result<Option<Grant>, Fault> {
        let claiming = &bid.claiming;
        let written = if bid.authorized { self.take(claiming, at)? } else { self.end_unauthorized(claiming, at)? };
        let Some(became) = written else { return Ok(None) };
        match self.known.take() {
            Some(known) if became.is_of(&known) => Ok(Some(became.of_known(known))),
            _ => self.whole(became).map(Some),
        }
    }

    fn take(&self, claiming: &Claiming, at: Moment) -> Result<Option<Became>, Fault> {
        // No lease is longer than what can be stored; the time until which it may be claimed ends it anyway.
        let act_by = signed(at.later(claiming.lease_ms).ms()).unwrap_or(i64::MAX);
        static SQL: LazyLock<String> =
            LazyLock::new(|| format!("UPDATE gates_grants SET {TAKEN} WHERE {CONDITION} RETURNING {BECAME}"));
        let parameters = named_params! {
            ":id": claiming.grant.digest().bytes(),
            ":arg_hash": claiming.arg_hash.bytes(),
            ":server": claiming.server.bytes(),
            ":contract": claiming.contract.bytes(),
            ":epoch": signed(self.counts.epoch)?,
            ":at": ms(at),
            ":act_by": act_by,
            ":attempt": claiming.attempt.bytes(),
        };
        one(self.connection, &SQL, parameters, became)
    }

    /// What nobody has acted on ends; what somebody holds stays theirs.
    fn end_unauthorized(&self, claiming: &Claiming, at: Moment) -> Result<Option<Became>, Fault> {
        let sql = format!(
            "UPDATE gates_grants SET state = 'no_longer_authorized', open = 0, outcome_at = :at, outcome = '' \
             WHERE {CONDITION} AND state = 'issued' RETURNING {BECAME}"
        );
        let parameters = named_params! {
            ":id": claiming.grant.digest().bytes(),
            ":arg_hash": claiming.arg_hash.bytes(),
            ":server": claiming.server.bytes(),
            ":contract": claiming.contract.bytes(),
            ":epoch": signed(self.counts.epoch)?,
            ":at": ms(at),
            ":attempt": claiming.attempt.bytes(),
        };
        one(self.connection, &sql, parameters, became)
    }
}
