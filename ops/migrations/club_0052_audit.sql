-- Where in the log the entries of the audit are. What they say is read from the events when they are asked for, so that
-- no name and no free text stands here.
CREATE TABLE {schema}.audit (
    position bigint PRIMARY KEY,
    kind text NOT NULL,
    stream uuid NOT NULL,
    version bigint NOT NULL,
    at timestamptz NOT NULL,
    sitting uuid,
    game uuid,
    members text[] NOT NULL
);

CREATE INDEX audit_kind_idx ON {schema}.audit (kind, position DESC);
CREATE INDEX audit_members_idx ON {schema}.audit USING gin (members);
