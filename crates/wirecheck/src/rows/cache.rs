//! Caching hints: where they belong, nowhere else, and with values that mean something.

use super::seen::KEPT;
use super::{Faults, Look, On, Row, Seen};
use crate::memory::{Page, Part};
use crate::patch::Patch;
use crate::shown::{kind_of, shown};
use rules::cache;
use serde_json::Value;

const SAMPLES: &str = include_str!("../../samples/cache.txt");

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "cache-missing",
        rule: &cache::HINTS,
        finds: "a complete discover or list result, or a resource, without ttlMs or cacheScope",
        look: Look::Seen(On::Kept, missing),
        samples: SAMPLES,
    },
    Row {
        name: "cache-on-question",
        rule: &cache::NOT_ON_QUESTIONS,
        finds: "an input_required result with a caching hint",
        look: Look::Seen(On::Question, |seen, faults| hints(seen, faults, "a question is not cached")),
        samples: SAMPLES,
    },
    Row {
        name: "cache-elsewhere",
        rule: &cache::NOWHERE_ELSE,
        finds: "another result with a caching hint",
        look: Look::Seen(On::Result, elsewhere),
        samples: SAMPLES,
    },
    Row {
        name: "cache-ttl",
        rule: &cache::TTL,
        finds: "a ttlMs that is no integer of 0 or more",
        look: Look::Seen(On::Kept, ttl),
        samples: SAMPLES,
    },
    Row {
        name: "cache-scope",
        rule: &cache::SCOPE,
        finds: "a cacheScope that is neither public nor private",
        look: Look::Seen(On::Kept, scope),
        samples: SAMPLES,
    },
    Row {
        name: "cache-pages",
        rule: &cache::PAGES,
        finds: "a page with another cacheScope than the page before it",
        look: Look::Seen(On::Kept, pages),
        samples: SAMPLES,
    },
    Row {
        name: "cache-other-page",
        rule: &cache::KEY,
        finds: "the page before in place of the one that was asked for: it was kept, and served for another cursor",
        look: Look::Seen(On::Kept, other_page),
        samples: SAMPLES,
    },
];

/// Whether this is a complete result that carries caching hints.
fn is_cached(seen: &Seen<'_>) -> bool {
    seen.parts.result_type == Some("complete") && KEPT.contains(&seen.asked_method())
}

fn missing(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if !is_cached(seen) {
        return;
    }
    for (name, safest) in [("ttlMs", Value::from(0)), ("cacheScope", Value::from("private"))] {
        if seen.parts.in_result(name).is_none() {
            let patch = Patch::add(format!("/result/{name}"), safest);
            faults.repair("/result", format!("{name} is missing"), patch);
        }
    }
}

fn hints(seen: &Seen<'_>, faults: &mut Faults<'_>, why: &str) {
    for name in ["ttlMs", "cacheScope"].into_iter().filter(|name| seen.parts.in_result(name).is_some()) {
        let at = format!("/result/{name}");
        faults.repair(&at, format!("{name} does not belong here: {why}"), Patch::remove(at.clone()));
    }
}

fn elsewhere(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let method = seen.asked_method();
    let known = !method.is_empty() && !KEPT.contains(&method);
    // A task has a ttlMs of its own, which is no hint.
    let is_task = method.starts_with("tasks/") || seen.parts.in_result("taskId").is_some();
    if known && !is_task && seen.parts.result_type == Some("complete") {
        hints(seen, faults, "such a result is not cached");
    }
}

fn ttl(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let at = "/result/ttlMs";
    match seen.parts.in_result("ttlMs").filter(|_| is_cached(seen)) {
        None => {}
        Some(Value::Number(number)) if number.as_u64().is_some() => {}
        Some(Value::Number(_)) => {
            let wrong = "the number is negative or broken; it counts milliseconds, and 0 is the least";
            faults.repair(at, wrong, Patch::replace(at, 0));
        }
        Some(other) => {
            let wrong = format!("ttlMs is {}, not an integer", kind_of(other));
            faults.repair(at, wrong, Patch::replace(at, 0));
        }
    }
}

fn scope(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let at = "/result/cacheScope";
    let scope = seen.parts.in_result("cacheScope").filter(|_| is_cached(seen));
    if let Some(scope) = scope.filter(|scope| *scope != "public" && *scope != "private") {
        let wrong = format!("{} is neither public nor private", scope.as_str().map_or("this".into(), shown));
        faults.repair(at, wrong, Patch::replace(at, "private"));
    }
}

/// The page that named the cursor which this one was asked with.
fn before(seen: &Seen<'_>) -> Option<Page> {
    seen.answered().and_then(|request| seen.memory.page_before(request.page?)).filter(|_| is_cached(seen))
}

fn pages(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let scope = seen.parts.in_result("cacheScope").map(|scope| seen.memory.keys.of(&[Part::Value(scope)]));
    let other = scope.zip(before(seen).and_then(|before| before.scope)).is_some_and(|(scope, before)| scope != before);
    if other {
        faults.add("/result/cacheScope", "the page before this one has another cacheScope");
    }
}

/// Only a page that was kept names as the next one the very cursor that it was asked with, and holds what was there.
fn other_page(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if before(seen).is_some_and(|before| before.is(&seen.memory.keys, &seen.parts)) {
        faults.add("/result", "this is the page before once more, and not the one that this cursor asks for");
    }
}
