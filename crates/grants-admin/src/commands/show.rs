//! One grant, with its whole story.

use super::facts;
use crate::find;
use crate::opened::Opened;
use crate::output::{Output, moment, shown};
use crate::pages::now;
use crate::stop::{Stop, Verdict};
use consent::Moment;
use grants::audit::Row;
use grants::{Grant, Store};

pub(super) fn show(store: &Opened, name: &str, arguments: bool, output: &mut Output<'_>) -> Result<Verdict, Stop> {
    let grant = find::grant(store, name)?;
    let at = Store::now(store);
    // The other items of a list have stories of their own.
    let ours = |row: &Row| row.about.grant.is_none_or(|id| id == grant.id);
    let story: Vec<Row> = store.story(grant.question)?.into_iter().filter(ours).collect();
    if output.json {
        let mut object = facts::grant(&grant, at);
        if let (true, Some(fields)) = (arguments, object.as_object_mut()) {
            fields.insert("arguments".into(), facts::arguments(&grant).into());
        }
        output.object("grant", object)?;
        for row in &story {
            output.object("row", facts::row(row))?;
        }
        return Ok(Verdict::Done);
    }
    output.table(&about(&grant, at))?;
    if arguments {
        output.line("")?;
        output.line("arguments")?;
        let values = grant.intent.call.values();
        let line = |(name, value): (&String, _)| vec![format!("  {}", shown(name)), facts::argument(value)];
        output.table(&values.iter().map(line).collect::<Vec<_>>())?;
    }
    output.line("")?;
    output.line("story")?;
    output.table(&story.iter().map(told).collect::<Vec<_>>())?;
    Ok(Verdict::Done)
}

fn about(grant: &Grant, at: Moment) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut say = |name: &str, text: String| rows.push(vec![name.to_owned(), text]);
    let (intent, state) = (&grant.intent, now(grant, at));
    let principal = &intent.principal;
    say("grant", grant.id.hex());
    say(
        "state",
        match state {
            state if state == grant.state => state.word().to_owned(),
            state => format!("{}, and {} by time alone", grant.state.word(), state.word()),
        },
    );
    say("server", shown(&intent.server));
    say("tool", format!("{}, {}", shown(intent.call.tool()), grant.effect.word()));
    say("subject", format!("{} of {}", shown(&principal.subject), shown(&principal.issuer)));
    say("client", principal.client.as_deref().map_or_else(|| "none".to_owned(), shown));
    say("principal", principal.digest().to_string());
    say("question", grant.question.to_string());
    say("item", format!("{} of {}", grant.item.number, grant.item.of));
    say("evidence", intent.evidence.word().to_owned());
    say("arguments", format!("{} bytes, {}", intent.call.arguments().len(), intent.call.arg_hash().short()));
    say("issued", format!("{}, in epoch {}", moment(grant.issued_at), grant.epoch));
    say("may run", format!("from {} until {}", moment(grant.not_before), moment(grant.expires_at)));
    say("used", format!("{} of {}", grant.used, intent.uses));
    if let Some(held) = grant.held {
        let since = format!("{} by attempt {}", moment(held.since), held.attempt);
        say("claimed", format!("{since}, fence {}, {}", grant.fence, held.how.word()));
        say("act by", moment(held.act_by));
    }
    if let Some(revoked) = grant.revoked_at {
        say("revoked", moment(revoked));
    }
    if let Some((ended, text)) = &grant.outcome {
        say("outcome", format!("{}  {}", moment(*ended), shown(text)));
    }
    rows
}

fn told(row: &Row) -> Vec<String> {
    let note = if row.note.is_empty() { String::new() } else { shown(&row.note) };
    vec![format!("  {}", moment(row.at)), row.what.word().to_owned(), shown(&row.code), note]
}
