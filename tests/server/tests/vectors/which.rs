//! Which vectors concern a server, and which of these cannot be played against this one.

use lab::vectors::{LAB, Server, ServerKind, Step, Vector};

/// Why a vector is not played over HTTP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NotPlayed {
    /// It is about a host: nothing in it is sent to a server that keeps both gates.
    OfTheHost,
    /// It needs what `two-gates` does not have, or what nobody can do to it from outside.
    Needs(&'static str),
}

/// Why a vector is not played; nothing where it is.
pub(crate) fn not_played(vector: &Vector) -> Option<NotPlayed> {
    if !vector.steps.iter().any(|step| concerns_a_server(vector, step)) {
        return Some(NotPlayed::OfTheHost);
    }
    let servers = vector.setup.servers.iter().filter(|(_, server)| keeps_gates(server));
    let set_up = servers.filter_map(|(_, server)| missing_setting(server)).next();
    let stepped = || vector.steps.iter().find_map(missing_order);
    set_up.or_else(stepped).map(NotPlayed::Needs)
}

const fn keeps_gates(server: &Server) -> bool {
    matches!(server.kind, ServerKind::TwoGates)
}

/// Whether something is asked of a server that keeps both gates, or of its worker or operator.
fn concerns_a_server(vector: &Vector, step: &Step) -> bool {
    let at = match step {
        Step::Send(step) => &step.at,
        Step::Get(step) => &step.at,
        Step::Model(step) => &step.at,
        Step::List(step) => &step.at,
        Step::Work(_) | Step::Resume(_) | Step::Revoke(_) => return true,
        _ => return false,
    };
    let at = at.as_deref().unwrap_or(LAB);
    vector.setup.servers.get(at).map_or(at == LAB, keeps_gates)
}

fn missing_setting(server: &Server) -> Option<&'static str> {
    let missing = [
        (server.lists, "the tool delete_files: one yes to a list, which two-gates does not offer"),
        (
            server.bank.is_some(),
            "a bank beside the server; two-gates pays into its own ledger, within the grant's transaction",
        ),
    ];
    missing.into_iter().find(|(missing, _)| *missing).map(|(_, needs)| needs)
}

const fn missing_order(step: &Step) -> Option<&'static str> {
    match step {
        Step::Work(work) if work.dies.is_some() => Some(
            "a deletion that says nothing when its worker is killed; that of two-gates is staged, and whoever recovers sees \
             what was done (the tests of its recovery and of crates/effects)",
        ),
        Step::Work(work) if work.stalls => Some(
            "a worker that stands still between its two halves; they are a few system calls apart in one process, where \
             nobody outside can stop it (the tests of crates/effects do, in process)",
        ),
        Step::Release => Some(
            "a release under which the same tool means something else; what a tool promises is compiled into two-gates, so \
             that it takes another build of it",
        ),
        Step::BackUp | Step::Restore => Some(
            "a copy of the store put back while the money stays paid; two-gates has its ledger in the same database, so that \
             the copy takes the payment back with the grant",
        ),
        _ => None,
    }
}
