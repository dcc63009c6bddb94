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

/// Where the queue of two-gates delivers again by itself, for the first worker did not end the call.
const AGAIN_BY_ITSELF: &[&str] = &["123-before-its-window"];

/// Why a vector is not played; nothing where it is.
pub(crate) fn not_played(vector: &Vector) -> Option<NotPlayed> {
    if !vector.steps.iter().any(|step| concerns_a_server(vector, step)) {
        return Some(NotPlayed::OfTheHost);
    }
    let servers = vector.setup.servers.iter().filter(|(_, server)| keeps_gates(server));
    let set_up = servers.filter_map(|(_, server)| missing_setting(server)).next();
    let by_itself = AGAIN_BY_ITSELF.contains(&vector.name.as_str());
    let stepped = || vector.steps.iter().find_map(|step| missing_order(step, by_itself));
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
        (server.lists, "the tool delete_files, which two-gates does not have"),
        (server.bank.is_some(), "a bank, where two-gates pays into its own ledger"),
    ];
    missing.into_iter().find(|(missing, _)| *missing).map(|(_, needs)| needs)
}

fn missing_order(step: &Step, again_by_itself: bool) -> Option<&'static str> {
    match step {
        Step::Work(work) if work.dies.is_some() => {
            Some("a worker that dies at a given place; the crash tests end one by its process id")
        }
        Step::Work(work) if work.stalls => Some("a worker that stalls between its two halves, which nobody can order"),
        Step::Work(work) if work.again && !again_by_itself => {
            Some("a queue that delivers twice, where that of two-gates forgets what came to its end")
        }
        Step::Release => Some("a release under which the same tool means something else, which is another binary"),
        Step::BackUp | Step::Restore => Some("a copy of the store put back, which the stores' own tests do"),
        _ => None,
    }
}
