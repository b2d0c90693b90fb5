-- The list of clubs and tokens. A club's books are in a schema of its own.

CREATE TABLE {schema}.clubs (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    currency text NOT NULL,
    schema_name text NOT NULL UNIQUE,
    created_at timestamptz NOT NULL
);

CREATE TABLE {schema}.tokens (
    id uuid PRIMARY KEY,
    digest bytea NOT NULL UNIQUE CHECK (octet_length(digest) = 32),
    club uuid NOT NULL REFERENCES {schema}.clubs,
    role text NOT NULL,
    member text,
    label text NOT NULL,
    created_at timestamptz NOT NULL,
    revoked_at timestamptz
);

CREATE INDEX tokens_club_idx ON {schema}.tokens (club);
