//! Every store that runs transactions is a store.

use super::{Authority, Claiming, Freshness, NoesOf, Store};
use crate::audit::{About, Refusal, Row};
use crate::{Bid, End, Grant, GrantId, Holder, NewGrant, NotUsable, Order, Standing, Transactions, ledger};
use consent::{Denial, Moment, Question, QuestionId};

/// How many audit rows are read at once.
const PAGE: usize = 1000;

impl<S: Transactions> Store for S {
    fn now(&self) -> Moment {
        Transactions::now(self)
    }

    fn asked(&self, question: &Question, about: &About) -> Result<(), NotUsable> {
        let (question, about) = (question.clone(), about.clone());
        self.transact(move |table| ledger::asked(table, &question, &about))?
    }

    fn recall(&self, question: QuestionId) -> Result<Option<Standing>, NotUsable> {
        self.transact(move |table| ledger::recall(table, question))
    }

    fn deny(&self, denial: &Denial) -> Result<Standing, NotUsable> {
        let denial = denial.clone();
        self.transact(move |table| ledger::deny(table, &denial))
    }

    fn issue(&self, new: &[NewGrant]) -> Result<(Vec<Grant>, Freshness), NotUsable> {
        let new = new.to_vec();
        self.transact(move |table| ledger::issue(table, &new))?
    }

    fn claim(&self, claiming: &Claiming, authority: &dyn Authority) -> Result<Grant, NotUsable> {
        // What a grant covers never changes, so that it can be read before the transaction that decides.
        let grant = self.grant(claiming.grant)?.ok_or(NotUsable::Unknown)?;
        let bid = Bid { claiming: *claiming, authorized: authority.may_still(&grant.intent) };
        self.claim_known(bid, grant)?
    }

    fn issue_and_claim(
        &self,
        new: &NewGrant,
        claiming: &Claiming,
        authority: &dyn Authority,
    ) -> Result<Grant, NotUsable> {
        let bid = Bid { claiming: *claiming, authorized: authority.may_still(&new.intent) };
        let new = new.clone();
        self.transact(move |table| ledger::issue_and_claim(table, &new, &bid))?
    }

    fn go_on(&self, grant: GrantId, holder: Holder) -> Result<Grant, NotUsable> {
        self.transact(move |table| ledger::go_on(table, grant, holder))?
    }

    fn commit(&self, grant: GrantId, holder: Holder, text: &str) -> Result<Grant, NotUsable> {
        let text = text.to_owned();
        self.transact(move |table| ledger::commit(table, grant, holder, &text))?
    }

    fn settle(&self, grant: GrantId, holder: Holder, end: End, text: &str) -> Result<Grant, NotUsable> {
        let text = text.to_owned();
        self.transact(move |table| ledger::settle(table, grant, holder, end, &text))?
    }

    fn revoke(&self, grant: GrantId, order: &Order) -> Result<Grant, NotUsable> {
        let order = order.clone();
        self.transact(move |table| ledger::revoke(table, grant, &order))?
    }

    fn grant(&self, grant: GrantId) -> Result<Option<Grant>, NotUsable> {
        self.find(grant)
    }

    fn noes(&self, of: &NoesOf<'_>, since: Moment) -> Result<Vec<Moment>, NotUsable> {
        let (server, principal, tool) = (of.server, of.principal, of.tool.to_owned());
        self.look(move |table| table.noes(&NoesOf { server, principal, tool: &tool }, since))
    }

    fn refused(&self, refusal: &Refusal) -> Result<(), NotUsable> {
        let refusal = refusal.clone();
        self.transact(move |table| ledger::refused(table, &refusal))?
    }

    fn audit(&self) -> Result<Vec<Row>, NotUsable> {
        // In one look: where several transactions write at once, a row with a lower number may come later, and a reader who
        // looked in between would take its chain for broken.
        self.look(|table| {
            let mut rows: Vec<Row> = Vec::new();
            loop {
                let page = table.rows(rows.last().map_or(0, |row| row.number), PAGE)?;
                if page.is_empty() {
                    return Ok(rows);
                }
                rows.extend(page);
            }
        })
    }

    fn story(&self, question: QuestionId) -> Result<Vec<Row>, NotUsable> {
        self.look(move |table| table.story(question))
    }
}
