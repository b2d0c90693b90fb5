-- What the follower makes of the events. Everything here but the position can be made again from them.

-- How far the read tables have come in the log: the library's table for positions, as it would create it.
CREATE TABLE {schema}.notification_tracking (
    application_name text,
    notification_id bigint,
    PRIMARY KEY (application_name)
);

-- Why this club is not followed at present: the error, and the position up to which its read tables are good.
CREATE TABLE {schema}.projection_failure (
    only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
    after_position bigint NOT NULL,
    error text NOT NULL,
    failed_at timestamptz NOT NULL
);

CREATE TABLE {schema}.sittings (
    sitting uuid PRIMARY KEY,
    number integer NOT NULL UNIQUE,
    held_on text NOT NULL,
    status text NOT NULL,
    ante bigint NOT NULL,
    stake_limit bigint NOT NULL,
    seats text[] NOT NULL,
    games integer NOT NULL,
    running uuid,
    carried bigint NOT NULL,
    minimum text,
    opened_at timestamptz NOT NULL,
    closed_at timestamptz
);

CREATE TABLE {schema}.games (
    game uuid PRIMARY KEY,
    sitting uuid NOT NULL,
    number integer NOT NULL,
    phase text NOT NULL,
    dealer text NOT NULL,
    players text[] NOT NULL,
    minimum text,
    carried_in bigint NOT NULL,
    pool bigint NOT NULL,
    carried_out bigint,
    begun_at timestamptz NOT NULL,
    settled_at timestamptz,
    UNIQUE (sitting, number)
);

CREATE TABLE {schema}.results (
    game uuid NOT NULL,
    member text NOT NULL,
    sitting uuid NOT NULL,
    number integer NOT NULL,
    begun_position bigint NOT NULL,
    net bigint NOT NULL,
    played boolean NOT NULL,
    opened boolean NOT NULL,
    won boolean NOT NULL,
    shown boolean NOT NULL,
    settled_at timestamptz,
    PRIMARY KEY (game, member)
);

CREATE INDEX results_sitting_idx ON {schema}.results (sitting);
CREATE INDEX results_member_idx ON {schema}.results (member, begun_position DESC);
