//! A clock of the database that stands until it is moved.

use super::Session;

/// When such a clock starts, in milliseconds since 1970.
pub(crate) const START: u64 = 1_785_247_200_000;

/// Lets the clock of a database's stores stand at the start. What it reads instead of the system's is one row.
pub(crate) fn stop(session: &Session) {
    session.run(&format!(
        "CREATE TABLE public.test_clock (ms bigint NOT NULL); INSERT INTO public.test_clock VALUES ({START}); \
         CREATE OR REPLACE FUNCTION two_gates.clock_ms() RETURNS bigint LANGUAGE sql VOLATILE AS \
         $$ SELECT ms FROM public.test_clock $$"
    ));
}

/// Moves a clock that stands, forward or back.
pub(crate) fn move_by(session: &Session, ms: i64) {
    session.run(&format!("UPDATE public.test_clock SET ms = ms + ({ms})"));
}
