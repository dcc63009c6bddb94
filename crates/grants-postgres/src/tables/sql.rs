//! The statements, each as one text. What is decided of a claim is decided by [`TAKE`] and [`END`].

/// The store's time: the database's clock, never behind the last audit row, nor behind the parameter of this number.
macro_rules! time {
    ($seen:literal) => {
        concat!(
            "greatest(two_gates.clock_ms(), ",
            $seen,
            "::bigint, store.high_water, (SELECT at FROM two_gates.audit ORDER BY number DESC LIMIT 1))"
        )
    };
}

/// What became of a grant.
macro_rules! became {
    () => {
        "g.id, g.effect, g.epoch, g.issued_at, g.not_before, g.expires_at, g.state, g.consumed_at, g.attempt, \
         g.held_since, g.act_by, g.how, g.fence, g.used, g.revoked_at, g.outcome_at, g.outcome"
    };
}

/// All of a grant, in the order in which it is read: its approval `a`, and what became of it `g`.
macro_rules! whole {
    () => {
        concat!("a.question, a.item, a.items, a.intent, a.intent_hash, ", became!())
    };
}

macro_rules! grants {
    ($condition:literal) => {
        concat!(
            "SELECT ",
            whole!(),
            " FROM two_gates.grants g JOIN two_gates.approvals a ON a.number = g.number WHERE ",
            $condition
        )
    };
}

/// What must hold for a claim. Each clause is a check of the transition function, which tells whoever is refused why.
macro_rules! condition {
    () => {
        "g.id = bid.id \
         AND g.arg_hash = bid.arg_hash \
         AND g.server = bid.server \
         AND g.contract = bid.contract \
         AND g.epoch = told.epoch \
         AND g.revoked_at IS NULL \
         AND g.not_before <= told.at \
         AND told.at < g.expires_at \
         AND (g.state = 'issued' AND g.used < g.uses \
           OR g.state = 'claimed' AND told.at < g.act_by AND g.attempt = bid.attempt \
           OR g.state = 'claimed' AND g.act_by <= told.at AND g.effect IN ('transactional', 'staged', 'keyed'))"
    };
}

/// One conditional write by primary key. The row was locked by the statement before it, so that the time is that after
/// the wait. Afterwards, what the audit row of the claim needs.
macro_rules! claimed {
    ($set:expr, $condition:expr, $read:expr) => {
        concat!(
            "WITH bid AS (SELECT $1::bytea AS id, $2::bytea AS arg_hash, $3::bytea AS server, $4::bytea AS contract, \
             $5::bytea AS attempt, $8::bigint AS lease), \
             told AS MATERIALIZED (SELECT store.epoch, coalesce($7::bigint, ",
            time!("$6"),
            ") AS at FROM two_gates.store), g AS (UPDATE two_gates.grants AS g SET ",
            $set,
            " FROM bid, told WHERE ",
            $condition,
            " RETURNING g.*) SELECT ",
            $read
        )
    };
}

/// What a claim tells besides: the time, the epoch, the number of the next audit row, and the head of its chain.
macro_rules! told {
    () => {
        ", told.at, told.epoch, CASE WHEN g.number IS NOT NULL THEN nextval('two_gates.audit_number') END, head.place, \
         head.chain, head.at FROM told LEFT JOIN g ON true "
    };
}

/// The whole grant as written.
macro_rules! read_whole {
    () => {
        concat!(
            whole!(),
            told!(),
            "LEFT JOIN two_gates.approvals a ON a.number = g.number LEFT JOIN LATERAL (SELECT place, chain, at \
             FROM two_gates.audit WHERE question = a.question ORDER BY place DESC LIMIT 1) head ON true"
        )
    };
}

/// The columns after those of a grant: the time, the epoch, the number of the next audit row, and the head of the chain.
/// Where a claim is of several, its bid stands first, in place of the question.
pub(super) const PLACE: usize = 0;
pub(super) const AT: usize = 22;
pub(super) const EPOCH: usize = 23;
pub(super) const NUMBER: usize = 24;
pub(super) const HEAD_OF_CLAIM: usize = 25;

/// What a claim writes. On the right of each `=` is the row as it was: the same attempt once more changes nothing but how it
/// says that it was taken.
macro_rules! taken {
    () => {
        "state = 'claimed', \
         how = CASE WHEN g.state = 'issued' THEN 'claimed' WHEN told.at < g.act_by THEN 'claimed_again' \
           ELSE 'taken_over' END, \
         fence = CASE WHEN g.state = 'claimed' AND told.at < g.act_by THEN g.fence ELSE g.fence + 1 END, \
         used = CASE WHEN g.state = 'issued' THEN g.used + 1 ELSE g.used END, \
         consumed_at = coalesce(g.consumed_at, told.at), \
         held_since = CASE WHEN g.state = 'claimed' AND told.at < g.act_by THEN g.held_since ELSE told.at END, \
         act_by = CASE WHEN g.state = 'claimed' AND told.at < g.act_by THEN g.act_by \
           ELSE told.at + least(g.expires_at - told.at, bid.lease) END, \
         attempt = bid.attempt"
    };
}

/// The claim.
pub(super) const TAKE: &str = claimed!(taken!(), condition!(), read_whole!());

/// An audit row.
macro_rules! row {
    () => {
        "number, place, at, what, question, grant_id, principal, subject, tool, arg_hash, code, note, answer_by, chain"
    };
}

/// A part of what is hashed, after its length.
macro_rules! part {
    ($bytes:expr) => {
        concat!("int8send(octet_length(", $bytes, ")) || ", $bytes)
    };
}

/// A part that is text.
macro_rules! text {
    ($text:literal) => {
        part!(concat!("convert_to(", $text, ", 'UTF8')"))
    };
}

/// What [`Row::after`](grants::audit::Row::after) makes of a claim's entry, of the head of its chain and of a number. It is
/// told again here so that a claim is one trip; whoever verifies a chain holds it against the other.
macro_rules! chained {
    () => {
        concat!(
            "sha256(",
            text!("'two-gates/audit/2'"),
            " || ",
            part!("coalesce(before, '')"),
            " || ",
            part!("int8send(drawn)"),
            " || ",
            part!("int8send(row_place)"),
            " || ",
            part!("int8send(told)"),
            " || ",
            text!("'claimed'"),
            " || ",
            part!("question"),
            " || ",
            part!("id"),
            " || ",
            part!("principal"),
            " || ",
            text!("subject"),
            " || ",
            text!("tool"),
            " || ",
            part!("arg_hash"),
            " || ",
            text!("how"),
            " || ",
            text!("note"),
            " || ",
            part!("''::bytea"),
            ")"
        )
    };
}

/// Claims of grants whose approvals were read before, with their audit rows: each is its own conditional write. What somebody
/// else has is left alone. The rows are locked first, and the time is told after that. What was taken comes with the place of
/// its bid. It is a transaction by itself, on the disk before it is answered whatever the server's default is.
macro_rules! take_free {
    ($bid:expr, $which:literal, $seen:literal) => {
        concat!(
            $bid,
            ", free AS MATERIALIZED (SELECT g.id FROM two_gates.grants g WHERE g.id ",
            $which,
            " FOR UPDATE SKIP LOCKED), told AS MATERIALIZED (SELECT store.epoch, ",
            time!($seen),
            " AS at, set_config('synchronous_commit', 'on', true) AS durable \
             FROM (SELECT count(*) FROM free) AS locked, two_gates.store), g AS (UPDATE two_gates.grants AS g SET ",
            taken!(),
            " FROM told, free JOIN bid USING (id) WHERE g.id = free.id AND ",
            condition!(),
            " RETURNING g.*, bid.place AS bid, bid.question, bid.subject, bid.tool), \
             taken AS MATERIALIZED (SELECT g.*, told.at AS told, nextval('two_gates.audit_number') AS drawn, \
               coalesce(head.place, 0) + 1 AS row_place, head.chain AS before, \
               CASE WHEN g.uses = 1 THEN '' ELSE 'use ' || g.used || ' of ' || g.uses END AS note \
               FROM told, g LEFT JOIN LATERAL (SELECT place, chain FROM two_gates.audit WHERE question = g.question \
                 ORDER BY place DESC LIMIT 1) head ON true), \
             written AS (INSERT INTO two_gates.audit (",
            row!(),
            ") SELECT drawn, row_place, told, 'claimed', question, id, principal, subject, tool, arg_hash, how, note, NULL, ",
            chained!(),
            " FROM taken), \
             grown AS (INSERT INTO two_gates.grown SELECT drawn, question, row_place FROM taken) \
             SELECT g.bid, NULL, NULL, NULL, NULL, ",
            became!(),
            ", told.at, told.epoch, g.drawn FROM told LEFT JOIN taken g ON true"
        )
    };
}

/// The claim of one grant that nobody had when it was read.
pub(super) const TAKE_ONE_FREE: &str = take_free!(
    "WITH bid AS (SELECT $1::bytea AS id, $2::bytea AS arg_hash, $3::bytea AS server, $4::bytea AS contract, \
     $5::bytea AS attempt, $6::bigint AS lease, $7::bytea AS question, $8::text AS subject, $9::text AS tool, \
     1::bigint AS place)",
    "= $1",
    "$10"
);

/// The claims of several such grants, no two of one question. The executor spends more on it than one alone needs.
pub(super) const TAKE_FREE: &str = take_free!(
    "WITH bid AS MATERIALIZED (SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bytea[], $4::bytea[], $5::bytea[], \
       $6::bigint[], $7::bytea[], $8::text[], $9::text[]) WITH ORDINALITY \
       AS bid (id, arg_hash, server, contract, attempt, lease, question, subject, tool, place))",
    "= ANY ($1)",
    "$10"
);

/// The claim of somebody who may no longer do this: what nobody has acted on ends; what somebody holds stays theirs.
pub(super) const END: &str = claimed!(
    "state = 'no_longer_authorized', outcome_at = told.at, outcome = ''",
    concat!(condition!(), " AND g.state = 'issued'"),
    read_whole!()
);

/// Waits for a grant's row, and decides nothing.
pub(super) const LOCK_GRANT: &str = "SELECT FROM two_gates.grants WHERE id = $1 FOR UPDATE";

/// Waits for a lock that is nobody's row.
pub(super) const LOCK: &str = "SELECT pg_advisory_xact_lock($1)";

pub(super) const TELL: &str = concat!("SELECT ", time!("$1"), ", store.epoch FROM two_gates.store");

/// A grant, as anybody may read it.
pub(crate) const FIND: &str = grants!("g.id = $1");
pub(super) const FIND_ALL: &str = grants!("g.id = ANY ($1)");
pub(super) const FIND_LOCKED: &str = grants!("g.id = $1 FOR UPDATE OF g");

pub(super) const OF_QUESTION: &str = grants!("a.question = $1 ORDER BY a.item");
pub(super) const OF_QUESTION_LOCKED: &str = grants!("a.question = $1 ORDER BY a.item FOR UPDATE OF g");

pub(super) const ALL: &str = grants!("g.id > $1 ORDER BY g.id LIMIT $2");
pub(super) const OPEN: &str = grants!("g.id > $1 AND g.open ORDER BY g.id LIMIT $2");
pub(super) const OPEN_OF: &str = grants!("g.id > $1 AND g.open AND g.principal = $3 ORDER BY g.id LIMIT $2");
pub(super) const OPEN_IN: &str = grants!("g.id > $1 AND g.open AND g.state = $3 ORDER BY g.id LIMIT $2");
pub(super) const UNKNOWN: &str = grants!("g.id > $1 AND g.unknown ORDER BY g.id LIMIT $2");
pub(super) const IN: &str = grants!("g.id > $1 AND g.state = $3 ORDER BY g.id LIMIT $2");

pub(super) const COUNT: &str = "SELECT count(*) FROM two_gates.grants WHERE state = $1";

pub(super) const INSERT: &str = "WITH a AS (INSERT INTO two_gates.approvals (question, item, items, intent, intent_hash) \
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT (question, item) DO NOTHING RETURNING number) \
     INSERT INTO two_gates.grants (number, id, arg_hash, server, contract, principal, effect, epoch, uses, issued_at, \
     not_before, expires_at, state, consumed_at, attempt, held_since, act_by, how, fence, used, revoked_at, outcome_at, \
     outcome) SELECT a.number, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, \
     $25, $26, $27 FROM a RETURNING number";

pub(super) const REPLACE: &str = "UPDATE two_gates.grants SET state = $1, consumed_at = $2, attempt = $3, \
     held_since = $4, act_by = $5, how = $6, fence = $7, used = $8, revoked_at = $9, outcome_at = $10, outcome = $11 \
     WHERE id = $12 AND state = $13 AND fence = $14 AND used = $15 AND revoked_at IS NOT DISTINCT FROM $16 RETURNING number";

pub(super) const SET_EPOCH: &str = "UPDATE two_gates.store SET epoch = $1";

/// What is stored, and of that the rows of refusals.
pub(super) const ROOM: &str = "SELECT (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM two_gates.audit_number) \
     + (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM two_gates.grant_number) \
     + (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM two_gates.denial_number) - stored_before, \
     (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM two_gates.refusal_number) - refusals_before \
     FROM two_gates.store";

pub(super) const DENY: &str = "INSERT INTO two_gates.denials (question, said, at, server, principal, tool) \
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (question) DO NOTHING RETURNING number";
pub(super) const DENIED: &str =
    "SELECT question, said, at, server, principal, tool FROM two_gates.denials WHERE question = $1";
pub(super) const NOES: &str = "SELECT at FROM two_gates.denials WHERE principal = $1 AND tool = $2 AND at >= $3 \
     AND server = $4 ORDER BY at";

/// Rows, and that no checkpoint covers them yet.
pub(super) const APPEND: &str = concat!(
    "WITH row AS (INSERT INTO two_gates.audit (",
    row!(),
    ") SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::bytea[], $6::bytea[], $7::bytea[], \
       $8::text[], $9::text[], $10::bytea[], $11::text[], $12::text[], $13::bigint[], $14::bytea[]) \
     RETURNING number, question, place) \
     INSERT INTO two_gates.grown SELECT number, question, place FROM row"
);
pub(super) const COUNT_REFUSALS: &str =
    "SELECT count(nextval('two_gates.refusal_number')) FROM generate_series(1, $1::bigint)";
pub(super) const DRAW: &str = "SELECT nextval('two_gates.audit_number')";
pub(super) const HEAD: &str =
    "SELECT place, chain, at FROM two_gates.audit WHERE question = $1 ORDER BY place DESC LIMIT 1";
pub(super) const HEAD_OF_NONE: &str = "SELECT place, chain, at FROM two_gates.audit WHERE question IS NULL UNION ALL \
     SELECT loose_place, loose_chain, loose_at FROM two_gates.store WHERE loose_place IS NOT NULL \
     ORDER BY place DESC LIMIT 1";
pub(super) const ROWS: &str =
    concat!("SELECT ", row!(), " FROM two_gates.audit WHERE number > $1 ORDER BY number LIMIT $2");
pub(super) const STORY: &str = concat!("SELECT ", row!(), " FROM two_gates.audit WHERE question = $1 ORDER BY place");

/// The questions of the oldest rows that no checkpoint covers, so many rows: each with the last row of its chain.
pub(super) const UNCOVERED: &str = "SELECT c.question, head.place, head.chain, head.at, c.rows \
     FROM (SELECT question, min(number) AS number, (sum(count(*)) OVER ())::bigint AS rows FROM \
       (SELECT question, number FROM two_gates.grown ORDER BY number LIMIT $1) oldest GROUP BY question) c \
     CROSS JOIN LATERAL ((SELECT place, chain, at FROM two_gates.audit WHERE question = c.question \
       ORDER BY place DESC LIMIT 1) UNION ALL (SELECT place, chain, at FROM two_gates.audit \
       WHERE c.question IS NULL AND question IS NULL ORDER BY place DESC LIMIT 1)) head \
     ORDER BY c.number";

pub(super) const LAST_CHECKPOINT: &str =
    "SELECT number, at, forgot_before, previous, chain FROM two_gates.checkpoints ORDER BY number DESC LIMIT 1";
pub(super) const CHECKPOINTS: &str = "SELECT number, at, forgot_before, previous, chain FROM two_gates.checkpoints \
     WHERE number > $1 ORDER BY number LIMIT $2";
pub(super) const COVERED: &str =
    "SELECT question, place, chain, at FROM two_gates.covered WHERE checkpoint = $1 ORDER BY number";
pub(super) const SAVE_CHECKPOINT: &str = "INSERT INTO two_gates.checkpoints (number, at, forgot_before, previous, chain) \
     VALUES ($1, $2, $3, $4, $5)";
pub(super) const SAVE_COVERED: &str = "INSERT INTO two_gates.covered (checkpoint, number, question, place, chain, at) \
     SELECT $1, c.number, c.question, c.place, c.chain, c.at \
     FROM unnest($2::bytea[], $3::bigint[], $4::bytea[], $5::bigint[]) WITH ORDINALITY AS c (question, place, chain, at, number)";
pub(super) const SET_COVERED: &str = "DELETE FROM two_gates.grown USING unnest($1::bytea[], $2::bigint[]) AS c (question, place) \
     WHERE grown.question IS NOT DISTINCT FROM c.question AND grown.place <= c.place";

pub(super) const QUIET: &str = "SELECT first.question FROM two_gates.audit first \
     WHERE first.place = 1 AND first.question IS NOT NULL AND first.at < $1 \
     AND NOT EXISTS (SELECT FROM two_gates.audit later WHERE later.question = first.question AND later.at >= $1) \
     AND NOT EXISTS (SELECT FROM two_gates.approvals a JOIN two_gates.grants g ON g.number = a.number \
       WHERE a.question = first.question AND (g.open OR g.unknown)) ORDER BY first.number LIMIT $2";

/// Forgets a question. Time does not go back with its rows, and there is room for others.
pub(super) const FORGET: &str = "WITH g AS (DELETE FROM two_gates.grants USING two_gates.approvals a \
       WHERE grants.number = a.number AND a.question = $1 RETURNING 1), \
     d AS (DELETE FROM two_gates.denials WHERE question = $1 RETURNING 1), \
     w AS (DELETE FROM two_gates.grown WHERE question = $1), \
     r AS (DELETE FROM two_gates.audit WHERE question = $1 RETURNING at, what) \
     UPDATE two_gates.store SET stored_before = stored_before + (SELECT count(*) FROM g) + (SELECT count(*) FROM d) \
       + (SELECT count(*) FROM r), refusals_before = refusals_before + (SELECT count(*) FROM r WHERE what = 'refused'), \
     high_water = greatest(high_water, (SELECT max(at) FROM r))";
pub(super) const FORGET_APPROVALS: &str = "DELETE FROM two_gates.approvals WHERE question = $1";
pub(super) const FORGET_LOOSE: &str = "WITH r AS (DELETE FROM two_gates.audit WHERE question IS NULL AND place <= $1 \
       RETURNING place, chain, at, what), \
     last AS (SELECT place, chain, at FROM r ORDER BY place DESC LIMIT 1) \
     UPDATE two_gates.store SET stored_before = stored_before + (SELECT count(*) FROM r), \
     refusals_before = refusals_before + (SELECT count(*) FROM r WHERE what = 'refused'), \
     high_water = greatest(high_water, (SELECT max(at) FROM r)), \
     loose_place = last.place, loose_chain = last.chain, loose_at = last.at FROM last";
pub(super) const FORGET_CHECKPOINTS: &str = "DELETE FROM two_gates.checkpoints WHERE number <= $1";
