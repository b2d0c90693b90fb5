-- The secret under which commands are named (ledger/store/keys.py). The store draws it at the club's first command.
-- It is never changed: a repeat of an earlier command would no longer be known as one.

CREATE TABLE {schema}.command_secret (
    only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
    secret bytea NOT NULL CHECK (octet_length(secret) = 32)
);

CREATE TRIGGER recorded_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON {schema}.command_secret
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.refuse_change();
