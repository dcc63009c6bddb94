-- Grants, version 1. A time is in milliseconds since 1970, by the database's clock. A digest has 32 bytes.
CREATE SCHEMA two_gates;

-- The clock of every store on this database.
CREATE FUNCTION two_gates.clock_ms() RETURNS bigint LANGUAGE sql VOLATILE AS
  $$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;

-- What the store knows of itself. It has one row, which a claim reads and does not write.
CREATE TABLE two_gates.store (
  one boolean PRIMARY KEY CHECK (one),
  version integer NOT NULL CHECK (version >= 1),
  least integer NOT NULL CHECK (least BETWEEN 1 AND version), -- the earliest program that can use this database
  epoch bigint NOT NULL CHECK (epoch >= 1),                   -- raised after a restore: what is older is void
  high_water bigint NOT NULL CHECK (high_water >= 0),         -- time is never before it; nor before the last audit row
  stored_before bigint NOT NULL,                              -- what the sequences counted and is not stored any more
  refusals_before bigint NOT NULL,                            -- of these, the rows of refusals
  loose_place bigint CHECK (loose_place >= 1),                -- the last forgotten row of no question
  loose_chain bytea CHECK (octet_length(loose_chain) = 32),
  loose_at bigint,
  place text NOT NULL                                         -- where this database is: another place is a copy
);
INSERT INTO two_gates.store (one, version, least, epoch, high_water, stored_before, refusals_before, place)
  VALUES (true, 1, 1, 1, 0, 0, 0, '');

-- Sequences count without one row that everybody waits for. What is rolled back leaves a gap, and counts as stored.
CREATE SEQUENCE two_gates.audit_number;
CREATE SEQUENCE two_gates.grant_number;
CREATE SEQUENCE two_gates.denial_number;
CREATE SEQUENCE two_gates.refusal_number;

-- What a yes covers: written once, never changed.
CREATE TABLE two_gates.approvals (
  number bigint PRIMARY KEY DEFAULT nextval('two_gates.grant_number'),
  question bytea NOT NULL CHECK (octet_length(question) = 16),
  item bigint NOT NULL CHECK (item >= 1),
  items bigint NOT NULL CHECK (items >= item),
  intent bytea NOT NULL,                                      -- canonical JSON, as it was shown and as it runs
  intent_hash bytea NOT NULL CHECK (octet_length(intent_hash) = 32),
  UNIQUE (question, item)                                     -- one yes, one grant
);

-- What became of it: small, and with room on its page, so that a claim writes little and touches no index. A grant
-- without its approval cannot be.
CREATE TABLE two_gates.grants (
  id bytea PRIMARY KEY CHECK (octet_length(id) = 32),
  number bigint NOT NULL UNIQUE REFERENCES two_gates.approvals (number),
  arg_hash bytea NOT NULL CHECK (octet_length(arg_hash) = 32),
  server bytea NOT NULL CHECK (octet_length(server) = 32),
  contract bytea NOT NULL CHECK (octet_length(contract) = 32),
  principal bytea NOT NULL CHECK (octet_length(principal) = 32),
  effect text NOT NULL CHECK (effect IN ('read', 'transactional', 'staged', 'keyed', 'conditional', 'at-most-once')),
  epoch bigint NOT NULL CHECK (epoch >= 0),
  uses bigint NOT NULL CHECK (uses >= 1),
  issued_at bigint NOT NULL,
  not_before bigint NOT NULL,
  expires_at bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('issued', 'claimed', 'executed', 'failed', 'indeterminate', 'expired', 'revoked',
    'no_longer_authorized')),
  consumed_at bigint,
  attempt bytea CHECK (octet_length(attempt) = 16),
  held_since bigint,
  act_by bigint,
  how text CHECK (how IN ('claimed', 'claimed_again', 'taken_over')),
  fence bigint NOT NULL CHECK (fence >= used),
  used bigint NOT NULL CHECK (used BETWEEN 0 AND uses),
  revoked_at bigint,
  outcome_at bigint,
  outcome text,
  open boolean NOT NULL GENERATED ALWAYS AS (state IN ('issued', 'claimed')) STORED,
  unknown boolean NOT NULL GENERATED ALWAYS AS (state = 'indeterminate') STORED,
  -- Claimed at all, or not: all of it or nothing.
  CHECK ((used > 0) = (fence > 0) AND (used > 0) = (consumed_at IS NOT NULL) AND (used > 0) = (attempt IS NOT NULL)
    AND (used > 0) = (held_since IS NOT NULL) AND (used > 0) = (act_by IS NOT NULL) AND (used > 0) = (how IS NOT NULL)),
  CHECK ((outcome_at IS NULL) = (outcome IS NULL)),
  CHECK (state <> 'claimed' OR used > 0),
  CHECK (state <> 'revoked' OR revoked_at IS NOT NULL)
) WITH (fillfactor = 70);
-- A claim changes no column of these two.
CREATE INDEX grants_open ON two_gates.grants (id) WHERE open;
CREATE INDEX grants_unknown ON two_gates.grants (id) WHERE unknown;

-- The first no to each question.
CREATE TABLE two_gates.denials (
  question bytea PRIMARY KEY CHECK (octet_length(question) = 16),
  number bigint NOT NULL DEFAULT nextval('two_gates.denial_number'),
  said text NOT NULL CHECK (said IN ('refused_in_form', 'declined', 'cancelled')),
  at bigint NOT NULL,
  server bytea NOT NULL CHECK (octet_length(server) = 32),
  principal bytea NOT NULL CHECK (octet_length(principal) = 32),
  tool text NOT NULL
);
CREATE INDEX denials_of ON two_gates.denials (principal, tool, at);

-- What happened. The rows of a question are chained; those of none are one chain. A chain does not fork: two rows for one
-- place are refused.
CREATE TABLE two_gates.audit (
  number bigint PRIMARY KEY,
  place bigint NOT NULL CHECK (place >= 1),
  at bigint NOT NULL,
  what text NOT NULL,
  question bytea CHECK (octet_length(question) = 16),
  grant_id bytea CHECK (octet_length(grant_id) = 32),
  principal bytea NOT NULL CHECK (octet_length(principal) = 32),
  subject text NOT NULL,
  tool text NOT NULL,
  arg_hash bytea NOT NULL CHECK (octet_length(arg_hash) = 32),
  code text NOT NULL,
  note text NOT NULL,
  answer_by bigint,
  chain bytea NOT NULL CHECK (octet_length(chain) = 32)
);
CREATE UNIQUE INDEX audit_in_chain ON two_gates.audit (question, place) WHERE question IS NOT NULL;
CREATE UNIQUE INDEX audit_in_no_chain ON two_gates.audit (place) WHERE question IS NULL;

-- The rows that no checkpoint covers yet. They go when one does, so that there are few.
CREATE TABLE two_gates.grown (
  number bigint PRIMARY KEY,
  question bytea,
  place bigint NOT NULL
);

-- What ties the chains together.
CREATE TABLE two_gates.checkpoints (
  number bigint PRIMARY KEY CHECK (number >= 1),
  at bigint NOT NULL,
  forgot_before bigint,
  previous bytea CHECK (octet_length(previous) = 32),
  chain bytea NOT NULL CHECK (octet_length(chain) = 32)
);
CREATE TABLE two_gates.covered (
  checkpoint bigint NOT NULL REFERENCES two_gates.checkpoints (number) ON DELETE CASCADE,
  number integer NOT NULL,                                    -- its place in the checkpoint
  question bytea CHECK (octet_length(question) = 16),
  place bigint NOT NULL,
  chain bytea NOT NULL CHECK (octet_length(chain) = 32),
  at bigint NOT NULL,
  PRIMARY KEY (checkpoint, number)
);
