//! What is over and can be forgotten.

use crate::cli::Before;
use crate::opened::Opened;
use crate::output::{Output, count, moment};
use crate::stop::{Stop, Verdict};
use grants::{Order, Retention, Store, Transactions, Upkeep};
use serde_json::json;

/// How many questions are counted before it is said that there are more.
const MOST: usize = 100_000;

/// How many are named.
const NAMED: usize = 10;

/// Says what would go, and changes nothing.
pub(super) fn would(store: &Opened, before: Before, output: &mut Output<'_>) -> Result<Verdict, Stop> {
    let now = Store::now(store);
    let before = now.earlier(kept(store, before)?.ms());
    let quiet = store.look(move |table| table.quiet(before, MOST))?;
    if output.json {
        let questions: Vec<_> = quiet.iter().take(NAMED).map(ToString::to_string).collect();
        let would = json!({ "before": before.ms(), "questions": quiet.len(), "first": questions });
        output.object("would_forget", would)?;
        return Ok(Verdict::Done);
    }
    let most = if quiet.len() == MOST { "at least " } else { "" };
    let questions = count(quiet.len() as u64, "question");
    let all = "each with its grants, its no and its audit rows";
    output.line(&format!("would forget {most}{questions} that ended before {}, {all}", moment(before)))?;
    for question in quiet.iter().take(NAMED) {
        output.line(&format!("  {question}"))?;
    }
    if quiet.len() > NAMED {
        output.line("  ...")?;
    }
    output.line("Whatever is issued, claimed or indeterminate stays. --yes --by NAME --why TEXT does it.")?;
    Ok(Verdict::Done)
}

/// Forgets it.
pub(super) fn prune(store: &Opened, before: Before, order: &Order, output: &mut Output<'_>) -> Result<Verdict, Stop> {
    let forgotten = store.forget(kept(store, before)?, order)?;
    let (at, questions) = (forgotten.before, forgotten.questions);
    if output.json {
        output.object("forgotten", json!({ "before": at.ms(), "questions": questions }))?;
    } else {
        output.line(&format!("forgot {} that ended before {}", count(questions, "question"), moment(at)))?;
    }
    Ok(Verdict::Done)
}

/// For how long everything must be known. What is forgotten could be delivered again as if it were new.
fn kept(store: &Opened, before: Before) -> Result<Retention, Stop> {
    let ms = before.age(Store::now(store)).ok_or_else(|| Stop::Usage("--before is a time that has not come".into()))?;
    if ms < Retention::LEAST_MS {
        let minutes = Retention::LEAST_MS / 60_000;
        let wrong = format!("--before is at least {minutes} minutes ago: until then a question may still be answered");
        return Err(Stop::Usage(wrong));
    }
    Ok(Retention { queue_ms: ms, keys_ms: ms })
}
