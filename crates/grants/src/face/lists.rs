//! One yes to a whole list.

use super::Grants;
use crate::{Freshness, GrantId, GrantRef, Item, NewGrant, NotUsable};
use consent::{Approval, Intent, List, MOST_ITEMS, Snapshot, Tool, parsed};
use rules::Defence;
use serde_json::Value;
use wire::Call;

/// What became of an approval of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IssuedList {
    /// A new grant for each item, in the list's order.
    New(Vec<GrantRef>),
    /// The question had its grants already.
    Known(Vec<GrantId>),
}

impl Grants {
    /// Turns a yes to a list into one grant for each of its items, all or none. Each is claimed and spent on its own (rule
    /// `GRANT-20`). The items as they are now must be together what the person was shown.
    ///
    /// # Errors
    ///
    /// [`NotUsable::Changed`] when they are not, [`NotUsable::Unreadable`] for a list of nothing or of more than
    /// [`MOST_ITEMS`], [`NotUsable::AnsweredNo`], [`NotUsable::Full`], or when the store does not answer.
    pub fn issue_list<T: List>(&self, tool: &T, approval: Approval<T>) -> Result<IssuedList, NotUsable> {
        let question = approval.question();
        let whole = approval.into_intent();
        let args: T::Args = parsed(&whole.call, self.defences).map_err(|_| NotUsable::Unreadable)?;
        let items = tool.items(&args);
        if items.len() > MOST_ITEMS {
            return Err(NotUsable::Unreadable);
        }
        let snapshots: Vec<_> = items.iter().map(|item| tool.snapshot(item)).collect();
        let now = match snapshots.as_slice() {
            [] => return Err(NotUsable::Unreadable),
            [only] => only.clone(),
            several => Snapshot::list(several, "as they are now"),
        };
        if self.defences.on(Defence::Snapshot) {
            whole.snapshot.holds(&now).map_err(NotUsable::Changed)?;
        }
        let of = u32::try_from(items.len()).map_err(|_| NotUsable::Unreadable)?;
        let mut new = Vec::with_capacity(items.len());
        for ((item, snapshot), number) in items.iter().zip(&snapshots).zip(1..) {
            let call = call_of::<T>(whole.call.tool(), item)?;
            let intent = Intent { call, snapshot: snapshot.bound(), ..whole.clone() };
            let reference = GrantRef::new(self.dice.draw(), intent.call.arg_hash());
            let item = Item { number, of };
            new.push(NewGrant { reference, question, item, intent, effect: tool.contract().effect });
        }
        let (known, freshness) = self.store.issue(&new)?;
        Ok(match freshness {
            Freshness::New => IssuedList::New(new.into_iter().map(|new| new.reference).collect()),
            Freshness::Known => IssuedList::Known(known.into_iter().map(|grant| grant.id).collect()),
        })
    }
}

fn call_of<T: Tool>(tool: &str, args: &T::Args) -> Result<Call, NotUsable> {
    match serde_json::to_value(args) {
        Ok(Value::Object(arguments)) => Ok(Call::new(tool, &arguments)),
        _ => Err(NotUsable::Unreadable),
    }
}
