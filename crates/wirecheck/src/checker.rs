//! Holds a transcript against the rows, document by document.

use crate::finding::{Finding, Place};
use crate::input::Exchange;
use crate::input::cut::{Cut, Cutter, MAX_DOCUMENT};
use crate::input::document::{Reading, read};
use crate::memory::{Memory, Retry};
use crate::parts::{Parts, Shape};
#[cfg(feature = "schema")]
use crate::rows::On;
use crate::rows::{self, Fault, Faults, Look, Looks, Row, Seen};
use rules::Rule;
use std::collections::BTreeMap;
use std::io::{self, BufRead};
use wire::entry::Kind;
use wire::strict::Malformed;

/// How a transcript is to be judged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether its beginning or its end may be missing. Then what is missing in it proves nothing.
    pub partial: bool,
}

/// What happens while a transcript is checked.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// Something is wrong.
    Finding(Finding),
    /// Something could not be read, and was not checked: where, and why.
    Unreadable(Place, String),
    /// The mark of an entry names rules that no check can see in a message. Whether the entry breaks them was not judged.
    Unproven {
        /// Where the entry stands.
        place: Place,
        /// Those rules.
        rules: Vec<&'static Rule>,
        /// Whether the mark names no other rule: then nothing shows that the entry breaks anything.
        alone: bool,
    },
}

/// What was checked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// How many messages, HTTP exchanges, authorizations and effects were checked.
    pub checked: u64,
    /// How many entries tell of a person, a host or a narrator, and are no message.
    pub told: u64,
    /// How many documents hold nothing that concerns the protocol.
    pub skipped: u64,
    /// How many documents could not be read.
    pub unreadable: u64,
    /// How many requests and questions were forgotten, and not judged any more.
    pub forgotten: u64,
    /// Where an unreadable message made a gap, behind which what is missing proves nothing.
    pub gap: Option<u64>,
    /// How many marks name each rule that no check can see in a message.
    pub unseen: BTreeMap<&'static str, u64>,
    /// How many marks name such rules alone, so that nothing shows that their entries break anything.
    pub unproven: u64,
    /// How many used states were sent again and brought nothing, as `RS-13` says. A client that lost an answer does that;
    /// so does a thief.
    pub again: u64,
}

/// Holds a transcript against rows.
#[derive(Debug)]
pub struct Checker {
    rows: Vec<&'static Row>,
    looks: Looks,
    marks: Vec<&'static Row>,
    options: Options,
    memory: Memory,
    summary: Summary,
    begun: bool,
    #[cfg(feature = "schema")]
    official: Option<crate::official::Official>,
}

impl Checker {
    /// A checker for one transcript.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self::with_rows(rows::all().collect(), options)
    }

    /// A checker with only these rows.
    #[must_use]
    pub fn with_rows(rows: Vec<&'static Row>, options: Options) -> Self {
        let marks = rows::mark_rows(&rows);
        let memory = Memory::new(options.partial);
        Self {
            rows,
            looks: Looks::default(),
            marks,
            options,
            memory,
            summary: Summary::default(),
            begun: false,
            #[cfg(feature = "schema")]
            official: None,
        }
    }

    /// The same checker, which also holds each message against the official schema.
    #[cfg(feature = "schema")]
    #[must_use]
    pub fn with_official(mut self, official: crate::official::Official) -> Self {
        self.official = Some(official);
        self
    }

    /// Checks all that a stream holds, and says what happens as it goes.
    ///
    /// # Errors
    ///
    /// What the stream says when it cannot be read.
    pub fn check(mut self, input: impl BufRead, happens: &mut dyn FnMut(Event)) -> io::Result<Summary> {
        let mut cutter = Cutter::new(input, MAX_DOCUMENT)?;
        let mut buffer = Vec::new();
        while let Some((line, cut)) = cutter.next(&mut buffer)? {
            let place = Place { line, entry: None };
            match cut {
                Cut::Document => self.document(place, &buffer, happens),
                Cut::TooLong => {
                    self.unreadable(place, format!("longer than {MAX_DOCUMENT} bytes"), happens);
                }
                // Where the transcript may be cut off, the array may not be closed.
                Cut::Broken("the end of the array") if self.options.partial => {}
                Cut::Broken(expected) => {
                    self.unreadable(place, format!("not an array of messages: {expected} should stand here"), happens);
                }
            }
        }
        Ok(self.end(happens))
    }

    fn unreadable(&mut self, place: Place, why: String, happens: &mut dyn FnMut(Event)) {
        self.summary.unreadable += 1;
        self.gap(place);
        happens(Event::Unreadable(place, why));
    }

    fn gap(&mut self, place: Place) {
        self.summary.gap.get_or_insert(place.line);
        self.memory.gaps = true;
    }

    fn document(&mut self, place: Place, text: &[u8], happens: &mut dyn FnMut(Event)) {
        match read(text) {
            Reading::Exchanges(exchanges, malformed) => {
                for (number, mut exchange) in exchanges.into_iter().enumerate() {
                    let malformed = malformed.as_ref().filter(|(of, _)| *of == number).map(|(_, malformed)| malformed);
                    if malformed.is_some() && exchange.message.is_none() {
                        self.gap(place);
                    }
                    self.exchange(place, &mut exchange, malformed, happens);
                }
            }
            Reading::Unread(malformed) => {
                // A line that does not even begin as a message is no message that is missing.
                if text.trim_ascii_start().starts_with(b"{") {
                    self.gap(place);
                }
                let found = self.text_faults(None, &malformed);
                self.report(place, found, happens);
            }
            Reading::Other => self.summary.skipped += 1,
            Reading::NoEntry(why) => self.unreadable(place, why, happens),
        }
    }

    fn text_faults(&self, exchange: Option<&Exchange>, malformed: &Malformed) -> Vec<Fault> {
        let mut found = Vec::new();
        for row in &self.rows {
            if let Look::Text(is_it) = &row.look
                && is_it(&malformed.reason)
            {
                let mut faults = Faults::new(exchange, row);
                faults.add("", rows::wrong_text(malformed));
                found.append(&mut faults.found());
            }
        }
        found
    }

    fn exchange(
        &mut self,
        place: Place,
        exchange: &mut Exchange,
        malformed: Option<&Malformed>,
        happens: &mut dyn FnMut(Event),
    ) {
        self.begin(exchange);
        if matches!(exchange.kind, Kind::Human | Kind::Host | Kind::Note) {
            self.summary.told += 1;
            return;
        }
        self.summary.checked += 1;
        let place = Place { entry: exchange.number, ..place };
        let parts = Parts::of(exchange.message.as_ref());
        let joined = self.memory.join(place, exchange, &parts);
        let spent = |retry: &Retry| retry.became.used.is_some() || retry.became.followed;
        let mut found = malformed.map(|malformed| self.text_faults(Some(exchange), malformed)).unwrap_or_default();
        let seen = Seen::new(exchange, parts, &joined, &self.memory);
        let answers = seen.parts.shape == Shape::Response && !seen.succeeds() && !seen.parts.is_question();
        let refused_again = answers && joined.answered_retry().is_some_and(spent);
        if let Some(first) = self.rows.first() {
            let kinds = seen.kinds();
            let mut faults = Faults::new(Some(exchange), first);
            for (row, look) in self.looks.at(kinds, &self.rows) {
                faults.by(row);
                look(&seen, &mut faults);
            }
            #[cfg(feature = "schema")]
            if let Some(official) = self.official.as_ref().filter(|_| exchange.mark.is_none() && kinds.has(On::Message))
            {
                faults.by(&rows::OFFICIAL);
                for (pointer, wrong) in official.faults(&seen) {
                    faults.add(&pointer, wrong);
                }
            }
            found.append(&mut faults.found());
        }
        if let Some(mark) = &exchange.mark {
            let (left, rules) = rows::hold(&self.marks, mark, found);
            found = left;
            self.count_unseen(&rules);
            let alone = rules.len() == mark.rules.len();
            self.summary.unproven += u64::from(alone && !rules.is_empty());
            if !rules.is_empty() {
                happens(Event::Unproven { place, rules, alone });
            }
        }
        self.summary.again += u64::from(refused_again);
        if let Some(request) = self.memory.remember(place, exchange, &parts, joined) {
            self.memory.remember_question(place, exchange, &request);
        }
        self.report(place, found, happens);
    }

    /// A transcript whose first entry is not number 1 lacks its beginning.
    fn begin(&mut self, exchange: &Exchange) {
        if !self.begun && exchange.number.is_some_and(|number| number > 1) {
            self.memory.from_the_beginning = false;
        }
        self.begun = true;
    }

    fn count_unseen(&mut self, rules: &[&'static Rule]) {
        for rule in rules {
            *self.summary.unseen.entry(rule.id).or_default() += 1;
        }
    }

    fn report(&self, place: Place, found: Vec<Fault>, happens: &mut dyn FnMut(Event)) {
        for Fault { row, place: before, pointer, wrong, repair } in found {
            let place = before.unwrap_or(place);
            happens(Event::Finding(Finding { check: row.name, rule: row.rule, place, pointer, wrong, repair }));
        }
    }

    fn end(mut self, happens: &mut dyn FnMut(Event)) -> Summary {
        let mut found = Vec::new();
        for row in &self.rows {
            if let Look::End(look) = row.look {
                let mut faults = Faults::new(None, row);
                look(&self.memory, &mut faults);
                found.append(&mut faults.found());
            }
        }
        self.report(Place::default(), found, happens);
        self.summary.forgotten = self.memory.forgotten();
        self.summary
    }
}
