//! Every defence, and what comes through without it.
//!
//! `expected` says of each attack what stops it and what it achieves; `table` holds the attacks against it, `depth` holds
//! each attack against every other defence, and `engine` is about the comparison itself.

#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "tests fail loudly")]

mod depth;
mod engine;
mod expected;
mod table;

use lesson_25::attacks::{self, Attack};
use lesson_25::stage::Scripted;
use lesson_25::without::{Comparison, compare};
use lesson_25::{Cast, Stage};
use rules::Defence;
use std::rc::Rc;

fn scripted() -> Rc<dyn Cast> {
    Rc::new(Scripted)
}

fn without(attack: &str, off: &[Defence]) -> Comparison {
    compare(attack, off, &scripted()).expect("a stage")
}

/// The attack with everything that stops it off.
fn undefended(attack: &Attack) -> Comparison {
    without(attack.name, &attack.lines().collect::<Vec<_>>())
}

fn played(attack: &Attack, off: &[Defence]) -> Stage {
    attack.run(&scripted(), off).expect("a stage")
}

fn find(name: &str) -> &'static Attack {
    attacks::find(name).expect("an attack")
}
