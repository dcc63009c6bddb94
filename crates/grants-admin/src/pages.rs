//! Grants in the order of their ids, a page at a time.

use crate::opened::Opened;
use consent::Moment;
use grants::{Event, Grant, GrantId, NotUsable, State, Upkeep, Which, step};
use rules::Defences;
use std::collections::VecDeque;

/// How many grants are read at once.
const PAGE: usize = 500;

/// One walk through some grants of a store.
#[derive(Debug)]
pub(crate) struct Pages<'a> {
    store: &'a Opened,
    which: Which,
    after: Option<GrantId>,
    read: VecDeque<Grant>,
    ended: bool,
}

impl<'a> Pages<'a> {
    pub(crate) fn of(store: &'a Opened, which: Which, after: Option<GrantId>) -> Self {
        Self { store, which, after, read: VecDeque::new(), ended: false }
    }

    fn peek(&mut self) -> Result<Option<GrantId>, NotUsable> {
        if self.read.is_empty() && !self.ended {
            self.read = self.store.list(self.which, self.after, PAGE)?.into();
            self.ended = self.read.len() < PAGE;
            self.after = self.read.back().map_or(self.after, |last| Some(last.id));
        }
        Ok(self.read.front().map(|grant| grant.id))
    }

    pub(crate) fn next(&mut self) -> Result<Option<Grant>, NotUsable> {
        self.peek()?;
        Ok(self.read.pop_front())
    }
}

/// The grants whose state is this one now, also where time alone has brought it about and nobody has written it down.
#[derive(Debug)]
pub(crate) struct Now<'a> {
    walks: Vec<Pages<'a>>,
    state: Option<State>,
    at: Moment,
}

impl<'a> Now<'a> {
    pub(crate) fn of(store: &'a Opened, state: Option<State>, after: Option<GrantId>, at: Moment) -> Self {
        let which = match state {
            None => vec![Which::All],
            Some(state) if state.is_open() => vec![Which::In(state)],
            Some(state) => vec![Which::In(state), Which::Open],
        };
        Self { walks: which.into_iter().map(|which| Pages::of(store, which, after)).collect(), state, at }
    }

    pub(crate) fn next(&mut self) -> Result<Option<Grant>, NotUsable> {
        loop {
            let mut first: Option<(GrantId, usize)> = None;
            for (place, walk) in self.walks.iter_mut().enumerate() {
                if let Some(id) = walk.peek()? {
                    first = Some(first.map_or((id, place), |known| known.min((id, place))));
                }
            }
            let Some(walk) = first.and_then(|(_, place)| self.walks.get_mut(place)) else { return Ok(None) };
            let Some(grant) = walk.next()? else { return Ok(None) };
            if self.state.is_none_or(|state| state == now(&grant, self.at)) {
                return Ok(Some(grant));
            }
        }
    }
}

/// The state of a grant at this moment: what time has made of it, whether or not it is written down.
pub(crate) fn now(grant: &Grant, at: Moment) -> State {
    step(grant, &Event::Lapse, at, Defences::all()).after.state
}
