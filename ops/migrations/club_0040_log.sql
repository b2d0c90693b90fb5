-- The audit log: a Merkle tree over what is stored of every event, in the order of commits.

-- The leaves, numbered without a gap, and where in the log each stands. Both tables are made again from the events.
CREATE TABLE {schema}.log_leaves (
    index bigint PRIMARY KEY CHECK (index >= 0),
    position bigint NOT NULL UNIQUE,
    hash bytea NOT NULL CHECK (octet_length(hash) = 32)
);

-- Perfect subtrees above the leaves: that of level and index has 2 ^ level leaves, from index * 2 ^ level on.
CREATE TABLE {schema}.log_nodes (
    level smallint NOT NULL CHECK (level > 0),
    index bigint NOT NULL CHECK (index >= 0),
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (level, index)
);

-- What was signed: the root of so many leaves, the position of the last of them, the note as it was given out and
-- the key that verifies it. No rebuild makes these again; every rebuild has to find their roots.
CREATE TABLE {schema}.log_checkpoints (
    size bigint PRIMARY KEY CHECK (size > 0),
    position bigint NOT NULL,
    root bytea NOT NULL CHECK (octet_length(root) = 32),
    note text NOT NULL,
    vkey text NOT NULL,
    signed_at timestamptz NOT NULL
);

CREATE TRIGGER recorded_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON {schema}.log_checkpoints
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.refuse_change();

-- Why nothing is signed at present, where that is so though the log could be.
CREATE TABLE {schema}.log_unsigned (
    only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
    error text NOT NULL,
    failed_at timestamptz NOT NULL
);
