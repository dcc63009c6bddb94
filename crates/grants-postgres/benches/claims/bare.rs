//! `pgbench` with the bare conditional UPDATE of a claim, and with all of a claim's writes after the read before it.

use super::Filled;
use super::support::program;
use std::process::Command;
use std::time::Duration;

/// What `pgbench` does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bare {
    /// The claim's UPDATE with the same clauses on the same table: no lock before it, no audit row, no answer read.
    Update,
    /// What PostgreSQL has to do for a claim, whoever asks: one trip that reads the grant, which is what a policy decides
    /// on, and one that updates it and inserts its audit row. No lock, no chain, no clock.
    Whole,
}

/// Each client goes through rows of its own, so that each UPDATE finds its row and writes it.
const NEXT: &str = "\
\\set i :i + 1
\\set n FIRST + ((FROM + :client_id + :i * CLIENTS) * STEP) % COUNT
";

const READ: &str = "\
SELECT a.question, a.item, a.items, a.intent, a.intent_hash, g.* FROM two_gates.grants g JOIN two_gates.approvals a
 ON a.number = g.number WHERE g.id = ID;
";

const UPDATE: &str = "\
UPDATE two_gates.grants SET state = 'claimed', how = 'claimed', fence = fence + 1, used = used + 1,
 consumed_at = coalesce(consumed_at, 1000000), held_since = 1000000, act_by = least(expires_at, 1000000 + 10000),
 attempt = '\\x00000000000000000000000000000000'
 WHERE id = ID
 AND arg_hash = '\\xARGUMENTS' AND server = '\\xSERVER' AND contract = '\\xCONTRACT' AND epoch = 1 AND revoked_at IS NULL
 AND not_before <= 3000000000000 AND 3000000000000 < expires_at
 AND (state = 'issued' AND used < uses
   OR state = 'claimed' AND 1000000 < act_by AND attempt = '\\x00000000000000000000000000000001'
   OR state = 'claimed' AND act_by <= 1000000 AND effect IN ('transactional', 'staged', 'keyed'))";

const ROWS: &str =
    " RETURNING *), row AS (INSERT INTO two_gates.audit SELECT nextval('two_gates.audit_number'), 2, 1000000,
   'claimed', QUESTION, id, principal, 'alice', 'delete_file', arg_hash, how, '', NULL, arg_hash FROM g RETURNING *)
 INSERT INTO two_gates.grown SELECT number, question, place FROM row";

/// The reference of the grant of this number, and its question: as `Filled` has made them.
const ID: &str = "sha256(int8send(17) || 'two-gates/grant/1'::bytea || int8send(16) || QUESTION)";
const QUESTION: &str = "(int8send(0) || int8send(:n))";

impl Bare {
    fn script(self) -> String {
        match self {
            Self::Update => format!("{NEXT}{UPDATE};\n"),
            Self::Whole => format!("{NEXT}{READ}WITH g AS ({UPDATE}{ROWS};\n"),
        }
    }

    /// Runs it by so many clients for so long: how many a second.
    pub(crate) fn rate(self, filled: &Filled, clients: usize, each: Duration) -> f64 {
        let claiming = super::claiming(&super::plain(0), 1);
        let rows = filled.rows(self);
        let script = (self.script().replace("ID", ID).replace("QUESTION", QUESTION))
            .replace("FIRST", &rows.first.to_string())
            .replace("COUNT", &rows.count.to_string())
            .replace("FROM + ", &format!("{} + ", rows.taken()))
            .replace("CLIENTS", &clients.to_string())
            .replace("STEP", &Filled::STEP.to_string())
            .replace("ARGUMENTS", &claiming.arg_hash.to_string())
            .replace("SERVER", &claiming.server.to_string())
            .replace("CONTRACT", &claiming.contract.to_string());
        let path = filled.folder().join("bare.sql");
        std::fs::write(&path, script).unwrap();
        let said = Command::new(program("pgbench"))
            .args(["-n", "-M", "prepared", "-U", "postgres", "-j", "2", "-D", "i=-1", "-c", &clients.to_string(), "-h"])
            .arg(filled.folder())
            .args(["-T", &each.as_secs().max(1).to_string(), "-f"])
            .arg(&path)
            .arg(&filled.database)
            .env("PGOPTIONS", "-c synchronous_commit=on")
            .output()
            .unwrap();
        assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
        let text = String::from_utf8(said.stdout).unwrap();
        let number = |label: &str| {
            let found = text.lines().find_map(|line| line.strip_prefix(label)?.split(' ').next()?.parse::<f64>().ok());
            found.unwrap_or_else(|| panic!("{text}"))
        };
        // No client is much faster than the others.
        rows.take(number("number of transactions actually processed: ") * 1.25);
        number("tps = ")
    }
}
