//! Questions and what was answered.

use super::{Ruled, apply, locked};
use crate::audit::{About, Entry, Refusal, What};
use crate::table::{Room, Table};
use crate::{Broken, Denied, Event, Freshness, Grant, NewGrant, NotUsable, Standing, State, step};
use consent::{Denial, Moment, Question, QuestionId};

pub(crate) fn asked(table: &mut dyn Table, question: &Question, about: &About) -> Ruled<()> {
    let at = table.lock_question(question.id)?;
    if table.room()? == Room::Full {
        return Ok(Err(NotUsable::Full));
    }
    let entry = Entry::new(at, What::Asked, about.clone().asked(question.id), "input_required");
    table.append(&Entry { answer_by: Some(question.expires), ..entry })?;
    Ok(Ok(()))
}

/// What is known of a question, once each grant whose time has passed is marked so.
pub(crate) fn recall(table: &mut dyn Table, question: QuestionId) -> Result<Option<Standing>, Broken> {
    let at = table.lock_question(question)?;
    for grant in table.grants_of(question)? {
        lapsed(table, &grant, at)?;
    }
    standing(table, question)
}

/// Marks a grant whose time has passed, or that is void since its store was restored. Most are neither, and are not locked.
pub(super) fn lapsed(table: &mut dyn Table, grant: &Grant, at: Moment) -> Result<(), Broken> {
    let epoch = table.epoch()?;
    let event = |grant: &Grant| match grant.state.is_open() && grant.epoch != epoch {
        true => Event::Void,
        false => Event::Lapse,
    };
    if step(grant, &event(grant), at, table.defences()).after == *grant {
        return Ok(());
    }
    // Somebody may have acted on it since it was read.
    if let (Some(grant), at) = locked(table, grant.id)? {
        // Neither is ever refused.
        apply(table, &grant, &event(&grant), at, "")?.ok();
    }
    Ok(())
}

/// Records the first no to a question, and takes back a yes that nobody has acted on: what stands afterwards.
pub(crate) fn deny(table: &mut dyn Table, denial: &Denial) -> Result<Standing, Broken> {
    let at = table.lock_question(denial.question)?;
    let grants = all_locked(table, denial.question)?;
    let denied = Denied::new(denial, at);
    let spent = !grants.is_empty() && grants.iter().all(|grant| grant.state != State::Issued);
    if !spent && table.deny(&denied)? {
        let asked = About::of(&denial.principal, &denial.call).asked(denial.question);
        let about = grants.first().map_or(asked, About::grant);
        table.append(&Entry::new(at, What::Denied, about, denial.no.word()))?;
    }
    // Refused when it is too late: then what stands is what happened.
    for grant in &grants {
        apply(table, grant, &Event::Revoke, at, "")?.ok();
    }
    Ok(standing(table, denial.question)?.unwrap_or(Standing::Denied { no: denied.no, at }))
}

/// The grants of a question, alone with them.
fn all_locked(table: &mut dyn Table, question: QuestionId) -> Result<Vec<Grant>, Broken> {
    let known = table.grants_of(question)?;
    let mut grants = Vec::with_capacity(known.len());
    for grant in known {
        grants.extend(locked(table, grant.id)?.0);
    }
    Ok(grants)
}

/// A grant stands before a no: there is none for a question that was denied first.
fn standing(table: &mut dyn Table, question: QuestionId) -> Result<Option<Standing>, Broken> {
    let mut grants = table.grants_of(question)?;
    Ok(match (grants.pop(), grants.is_empty()) {
        (Some(grant), true) => Some(Standing::Granted(Box::new(grant))),
        (Some(last), false) => {
            grants.push(last);
            Some(Standing::Listed(grants))
        }
        (None, _) => table.denied(question)?.map(|denied| Standing::Denied { no: denied.no, at: denied.at }),
    })
}

/// Issues the grants of one question, all or none. A second yes finds the first one's.
pub(crate) fn issue(table: &mut dyn Table, new: &[NewGrant]) -> Ruled<(Vec<Grant>, Freshness)> {
    let Some(question) = new.first().map(|new| new.question) else { return Ok(Err(NotUsable::Unknown)) };
    let at = table.lock_question(question)?;
    match standing(table, question)? {
        Some(Standing::Denied { .. }) => return Ok(Err(NotUsable::AnsweredNo)),
        Some(Standing::Granted(known)) => return Ok(Ok((vec![*known], Freshness::Known))),
        Some(Standing::Listed(known)) => return Ok(Ok((known, Freshness::Known))),
        None => {}
    }
    // Its question made sure of the room for one.
    if new.len() > 1 && table.room()? == Room::Full {
        return Ok(Err(NotUsable::Full));
    }
    let epoch = table.epoch()?;
    let mut grants = Vec::with_capacity(new.len());
    for new in new {
        let grant = Grant::new(new, at, epoch);
        if !table.insert(&grant)? {
            return Err(Broken("a grant of this question was stored by somebody else meanwhile".into()));
        }
        table.append(&Entry {
            note: issued_note(&grant),
            ..Entry::new(at, What::Issued, About::grant(&grant), grant.intent.evidence.word())
        })?;
        grants.push(grant);
    }
    Ok(Ok((grants, Freshness::New)))
}

/// What is out of the ordinary of a new grant is said in its row.
fn issued_note(grant: &Grant) -> String {
    match (grant.item.of, grant.intent.uses) {
        (1, 1) => String::new(),
        (1, uses) => format!("up to {uses} uses"),
        (of, _) => format!("item {} of {of}", grant.item.number),
    }
}

/// Writes the row of a refusal, while there is room. Whoever is refused again and again must not fill the store for
/// everyone: half of it is kept for questions.
pub(crate) fn refused(table: &mut dyn Table, refusal: &Refusal) -> Ruled<()> {
    let at = table.now()?;
    if table.room()? != Room::Ample {
        return Ok(Err(NotUsable::Full));
    }
    table.append(&Entry::new(at, What::Refused, refusal.about.clone(), refusal.code))?;
    Ok(Ok(()))
}
