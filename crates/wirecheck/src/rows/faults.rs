//! Where rows put what they find.

use super::Row;
use crate::finding::Place;
use crate::input::Exchange;
use crate::patch::Patch;

/// What a row found.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) row: &'static Row,
    /// Where it stands, if that is not the message that is looked at.
    pub(crate) place: Option<Place>,
    pub(crate) pointer: String,
    pub(crate) wrong: String,
    pub(crate) repair: Option<Patch>,
}

/// What the rows found in one message.
#[derive(Debug)]
pub(crate) struct Faults<'a> {
    exchange: Option<&'a Exchange>,
    row: &'static Row,
    found: Vec<Fault>,
}

impl<'a> Faults<'a> {
    /// Faults of one message, or of none, for a first row.
    pub(crate) const fn new(exchange: Option<&'a Exchange>, row: &'static Row) -> Self {
        Self { exchange, row, found: Vec::new() }
    }

    /// From now on, what is found is found by this row.
    pub(crate) const fn by(&mut self, row: &'static Row) {
        self.row = row;
    }

    pub(crate) fn found(self) -> Vec<Fault> {
        self.found
    }

    /// Something is wrong at this place of the message.
    pub(crate) fn add(&mut self, pointer: &str, wrong: impl Into<String>) {
        let pointer = self.exchange.map_or_else(|| pointer.to_owned(), |exchange| exchange.pointer(pointer));
        self.push(None, pointer, wrong.into(), None);
    }

    /// The same, and this patch of the message repairs it.
    pub(crate) fn repair(&mut self, pointer: &str, wrong: impl Into<String>, patch: Patch) {
        self.add(pointer, wrong);
        let Some(exchange) = self.exchange.filter(|exchange| !exchange.embedded()) else { return };
        if let (None, Some(fault)) = (exchange.without_envelope, self.found.last_mut()) {
            fault.repair = Some(patch.below(&exchange.at));
        }
    }

    /// Something is wrong at this place of the document: in its HTTP part, or in its mark.
    pub(crate) fn add_outside(&mut self, pointer: &str, wrong: impl Into<String>, patch: Option<Patch>) {
        self.push(None, pointer.to_owned(), wrong.into(), patch);
    }

    /// Something is wrong with an earlier message.
    pub(crate) fn add_before(&mut self, place: Place, wrong: impl Into<String>) {
        self.push(Some(place), String::new(), wrong.into(), None);
    }

    fn push(&mut self, place: Option<Place>, pointer: String, wrong: String, repair: Option<Patch>) {
        self.found.push(Fault { row: self.row, place, pointer, wrong, repair });
    }
}
