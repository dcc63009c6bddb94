-- Grants, version 1. A time is in milliseconds since 1970, by the store's clock. A digest has 32 bytes.

-- What the store knows of itself. It has one row.
CREATE TABLE gates_store (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  least INTEGER NOT NULL,                                   -- the earliest program that can use this database
  epoch INTEGER NOT NULL CHECK (epoch >= 0),                -- raised after a restore: what is older is void
  commits INTEGER NOT NULL CHECK (commits >= 0),            -- held against the mark beside the file
  high_water INTEGER NOT NULL CHECK (high_water >= 0),      -- the latest time that was told
  last_row INTEGER NOT NULL CHECK (last_row >= 0),          -- the number of the last audit row that was ever written
  stored INTEGER NOT NULL CHECK (stored >= 0),              -- grants, noes and audit rows
  refusals INTEGER NOT NULL CHECK (refusals >= 0)           -- of these, the rows of refusals
) STRICT;
INSERT INTO gates_store (only, least, epoch, commits, high_water, last_row, stored, refusals) VALUES (1, 1, 1, 0, 0, 0, 0, 0);

-- What a yes covers: written once, never changed.
CREATE TABLE gates_approvals (
  number INTEGER PRIMARY KEY,
  question BLOB NOT NULL CHECK (length(question) = 16),
  item INTEGER NOT NULL CHECK (item >= 1),
  items INTEGER NOT NULL CHECK (items >= item),
  intent TEXT NOT NULL,                                     -- one JSON object in canonical form
  intent_hash BLOB NOT NULL CHECK (length(intent_hash) = 32),
  UNIQUE (question, item)                                   -- one yes, one grant
) STRICT;

-- What became of it: small, so that a claim writes little. A grant without its approval cannot be.
CREATE TABLE gates_grants (
  number INTEGER PRIMARY KEY REFERENCES gates_approvals (number),
  id BLOB NOT NULL UNIQUE CHECK (length(id) = 32),
  arg_hash BLOB NOT NULL CHECK (length(arg_hash) = 32),
  server BLOB NOT NULL CHECK (length(server) = 32),
  contract BLOB NOT NULL CHECK (length(contract) = 32),
  principal BLOB NOT NULL CHECK (length(principal) = 32),
  effect TEXT NOT NULL CHECK (effect IN
    ('read', 'transactional', 'staged', 'keyed', 'conditional', 'at-most-once')),
  epoch INTEGER NOT NULL CHECK (epoch >= 0),
  uses INTEGER NOT NULL CHECK (uses >= 1),
  issued_at INTEGER NOT NULL,
  not_before INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('issued', 'claimed', 'executed', 'failed', 'indeterminate', 'expired', 'revoked',
    'no_longer_authorized')),
  open INTEGER NOT NULL CHECK (open = (state IN ('issued', 'claimed'))),
  consumed_at INTEGER,
  attempt BLOB CHECK (length(attempt) = 16),
  held_since INTEGER,
  act_by INTEGER,
  how TEXT CHECK (how IN ('claimed', 'claimed_again', 'taken_over')),
  fence INTEGER NOT NULL CHECK (fence >= used),
  used INTEGER NOT NULL CHECK (used BETWEEN 0 AND uses),
  revoked_at INTEGER,
  outcome_at INTEGER,
  outcome TEXT,
  -- Claimed at all, or not: all of it or nothing.
  CHECK ((used > 0) = (fence > 0) AND (used > 0) = (consumed_at IS NOT NULL) AND (used > 0) = (attempt IS NOT NULL)
    AND (used > 0) = (held_since IS NOT NULL) AND (used > 0) = (act_by IS NOT NULL) AND (used > 0) = (how IS NOT NULL)),
  CHECK ((outcome_at IS NULL) = (outcome IS NULL)),
  CHECK (state <> 'claimed' OR used > 0),
  CHECK (state <> 'revoked' OR revoked_at IS NOT NULL)
) STRICT;
-- A claim changes no column of these two.
CREATE INDEX gates_grants_open ON gates_grants (id) WHERE open = 1;
CREATE INDEX gates_grants_unknown ON gates_grants (id) WHERE state = 'indeterminate';

-- The first no to each question.
CREATE TABLE gates_denials (
  question BLOB PRIMARY KEY CHECK (length(question) = 16),
  said TEXT NOT NULL CHECK (said IN ('refused_in_form', 'declined', 'cancelled')),
  at INTEGER NOT NULL,
  server BLOB NOT NULL CHECK (length(server) = 32),
  principal BLOB NOT NULL CHECK (length(principal) = 32),
  tool TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX gates_denials_of ON gates_denials (principal, tool, at);

-- What happened. The rows of a question are chained, each to the one before; those of none are one chain.
CREATE TABLE gates_audit (
  number INTEGER PRIMARY KEY,
  place INTEGER NOT NULL CHECK (place >= 1),
  previous INTEGER CHECK (previous < number),
  at INTEGER NOT NULL,
  what TEXT NOT NULL,
  question BLOB CHECK (length(question) = 16),
  grant_id BLOB CHECK (length(grant_id) = 32),
  principal BLOB NOT NULL CHECK (length(principal) = 32),
  subject TEXT NOT NULL,
  tool TEXT NOT NULL,
  arg_hash BLOB NOT NULL CHECK (length(arg_hash) = 32),
  code TEXT NOT NULL,
  note TEXT NOT NULL,
  answer_by INTEGER,
  chain BLOB NOT NULL CHECK (length(chain) = 32),
  CHECK ((place = 1) = (previous IS NULL))
) STRICT;
CREATE UNIQUE INDEX gates_audit_loose ON gates_audit (place) WHERE question IS NULL;

-- The last row of each chain, and whether a checkpoint covers it. The chain of no question has an empty one.
CREATE TABLE gates_heads (
  question BLOB PRIMARY KEY CHECK (length(question) IN (0, 16)),
  number INTEGER NOT NULL,
  place INTEGER NOT NULL CHECK (place >= 1),
  at INTEGER NOT NULL,
  chain BLOB NOT NULL CHECK (length(chain) = 32),
  covered INTEGER NOT NULL CHECK (covered IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX gates_heads_uncovered ON gates_heads (question) WHERE covered = 0;

-- Checkpoints, and the chains that each covers, as far as they had come.
CREATE TABLE gates_checkpoints (
  number INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  forgot_before INTEGER,
  previous BLOB CHECK (length(previous) = 32),
  chain BLOB NOT NULL CHECK (length(chain) = 32)
) STRICT;
CREATE TABLE gates_covered (
  checkpoint INTEGER NOT NULL REFERENCES gates_checkpoints (number),
  position INTEGER NOT NULL,
  question BLOB CHECK (length(question) = 16),
  place INTEGER NOT NULL,
  at INTEGER NOT NULL,
  chain BLOB NOT NULL CHECK (length(chain) = 32),
  PRIMARY KEY (checkpoint, position)
) STRICT, WITHOUT ROWID;
