//! `pgbench` with the bare conditional UPDATE of a claim.

use super::Filled;
use super::support::program;
use std::process::Command;
use std::time::Duration;

/// The claim's UPDATE with the same clauses on the same table: no lock before it, no audit row, no answer read.
const UPDATE: &str = "\
\\set n random(FIRST, LAST)
UPDATE two_gates.grants SET state = 'claimed', how = 'claimed', fence = fence + 1, used = used + 1,
 consumed_at = coalesce(consumed_at, 1000000), held_since = 1000000, act_by = least(expires_at, 1000000 + 10000),
 attempt = '\\x00000000000000000000000000000000'
 WHERE id = sha256(int8send(17) || 'two-gates/grant/1'::bytea || int8send(16) || int8send(0) || int8send(:n))
 AND arg_hash = '\\xARGUMENTS' AND server = '\\xSERVER' AND contract = '\\xCONTRACT' AND epoch = 1 AND revoked_at IS NULL
 AND not_before <= 3000000000000 AND 3000000000000 < expires_at
 AND (state = 'issued' AND used < uses
   OR state = 'claimed' AND 1000000 < act_by AND attempt = '\\x00000000000000000000000000000001'
   OR state = 'claimed' AND act_by <= 1000000 AND effect IN ('transactional', 'staged', 'keyed'));
";

/// Updates by so many clients for so long: how many a second.
pub(crate) fn updates(filled: &Filled, clients: usize, each: Duration) -> f64 {
    let claiming = super::claiming(&super::plain(0), 1);
    let script = UPDATE
        .replace("FIRST", &(filled.grants / 2).to_string())
        .replace("LAST", &(filled.grants - 1).to_string())
        .replace("ARGUMENTS", &claiming.arg_hash.to_string())
        .replace("SERVER", &claiming.server.to_string())
        .replace("CONTRACT", &claiming.contract.to_string());
    let path = filled.folder().join("bare.sql");
    std::fs::write(&path, script).unwrap();
    let said = Command::new(program("pgbench"))
        .args(["-n", "-M", "prepared", "-U", "postgres", "-j", "2", "-c", &clients.to_string(), "-h"])
        .arg(filled.folder())
        .args(["-T", &each.as_secs().max(1).to_string(), "-f"])
        .arg(&path)
        .arg(&filled.database)
        .env("PGOPTIONS", "-c synchronous_commit=on")
        .output()
        .unwrap();
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let text = String::from_utf8(said.stdout).unwrap();
    let rate = text.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()?.parse().ok());
    rate.unwrap_or_else(|| panic!("{text}"))
}
