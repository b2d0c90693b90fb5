-- What the follower makes of the events of every club. All of it can be made again from them.

-- How far the read tables of a club have come in its log. Who has locked the row works on them.
CREATE TABLE {schema}.followed (
    club uuid PRIMARY KEY,
    position bigint NOT NULL CHECK (position >= 0)
);

-- Why a club is not followed at present: the error, and the position up to which its read tables are good.
CREATE TABLE {schema}.projection_failure (
    club uuid PRIMARY KEY,
    after_position bigint NOT NULL,
    error text NOT NULL,
    failed_at timestamptz NOT NULL
);

-- Why nothing of a club is signed at present, where that is so though the log could be.
CREATE TABLE {schema}.log_unsigned (
    club uuid PRIMARY KEY,
    error text NOT NULL,
    failed_at timestamptz NOT NULL
);

CREATE TABLE {schema}.sittings (
    club uuid NOT NULL,
    sitting uuid NOT NULL,
    number integer NOT NULL,
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
    closed_at timestamptz,
    PRIMARY KEY (club, sitting),
    UNIQUE (club, number)
);

CREATE TABLE {schema}.games (
    club uuid NOT NULL,
    game uuid NOT NULL,
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
    disputes integer NOT NULL DEFAULT 0,
    PRIMARY KEY (club, game),
    UNIQUE (club, sitting, number)
);

CREATE TABLE {schema}.results (
    club uuid NOT NULL,
    game uuid NOT NULL,
    member text NOT NULL,
    sitting uuid NOT NULL,
    number integer NOT NULL,
    begun_position bigint NOT NULL,
    net bigint NOT NULL,
    took bigint NOT NULL,
    played boolean NOT NULL,
    opened boolean NOT NULL,
    won boolean NOT NULL,
    shown boolean NOT NULL,
    passed_before_draw boolean NOT NULL,
    passed_after_draw boolean NOT NULL,
    jack_pot boolean NOT NULL,
    demanded boolean NOT NULL,
    settled_at timestamptz NOT NULL,
    PRIMARY KEY (club, game, member)
);

CREATE INDEX results_sitting_idx ON {schema}.results (club, sitting);
CREATE INDEX results_member_idx ON {schema}.results (club, member, begun_position DESC);

CREATE TABLE {schema}.pools (
    club uuid NOT NULL,
    game uuid NOT NULL,
    sitting uuid NOT NULL,
    number integer NOT NULL,
    corrected boolean NOT NULL,
    carried_in bigint NOT NULL,
    PRIMARY KEY (club, game),
    UNIQUE (club, sitting, number)
);

CREATE TABLE {schema}.pool_shares (
    club uuid NOT NULL,
    game uuid NOT NULL,
    member text NOT NULL,
    seat integer NOT NULL,
    ante bigint NOT NULL,
    payment bigint NOT NULL,
    stake bigint NOT NULL,
    penalty bigint NOT NULL,
    retired boolean NOT NULL,
    PRIMARY KEY (club, game, member)
);

CREATE TABLE {schema}.settlements (
    club uuid NOT NULL,
    game uuid NOT NULL,
    sitting uuid NOT NULL,
    number integer NOT NULL,
    corrected boolean NOT NULL,
    demanded text[] NOT NULL,
    -- The document as JSON, and what was paid where that was another sum than the awards.
    document text NOT NULL,
    paid text,
    PRIMARY KEY (club, game),
    UNIQUE (club, sitting, number)
);

CREATE TABLE {schema}.reckonings (
    club uuid NOT NULL,
    sitting uuid NOT NULL,
    closed boolean NOT NULL,
    running uuid,
    carried_before bigint NOT NULL,
    kitty_before bigint NOT NULL,
    carried bigint NOT NULL,
    kitty bigint NOT NULL,
    in_pool bigint NOT NULL,
    astray bigint NOT NULL,
    to_club bigint NOT NULL,
    carried_over bigint NOT NULL,
    kitty_over bigint NOT NULL,
    till_difference bigint NOT NULL,
    till_lent bigint NOT NULL,
    PRIMARY KEY (club, sitting)
);

CREATE TABLE {schema}.reckoned_colours (
    club uuid NOT NULL,
    sitting uuid NOT NULL,
    colour text NOT NULL,
    worth bigint NOT NULL,
    opened bigint NOT NULL,
    sold bigint NOT NULL,
    lent bigint NOT NULL,
    bought_back bigint NOT NULL,
    PRIMARY KEY (club, sitting, colour)
);

CREATE TABLE {schema}.reckoned_players (
    club uuid NOT NULL,
    sitting uuid NOT NULL,
    member text NOT NULL,
    place integer NOT NULL,
    paid bigint NOT NULL,
    on_credit bigint NOT NULL,
    lent bigint NOT NULL,
    borrowed bigint NOT NULL,
    net bigint NOT NULL,
    in_hand bigint NOT NULL,
    red bigint NOT NULL,
    white bigint NOT NULL,
    blue bigint NOT NULL,
    odd bigint NOT NULL,
    counted bigint NOT NULL,
    difference bigint NOT NULL,
    credit bigint NOT NULL,
    loan bigint NOT NULL,
    cash_due bigint NOT NULL,
    credit_repaid bigint NOT NULL,
    loan_repaid bigint NOT NULL,
    repaid bigint NOT NULL,
    divided bigint NOT NULL,
    PRIMARY KEY (club, sitting, member)
);

-- Where in the log the entries of the audit are. What they say is read from the events when they are asked for, so that
-- no name and no free text stands here.
CREATE TABLE {schema}.audit (
    club uuid NOT NULL,
    position bigint NOT NULL,
    kind text NOT NULL,
    stream uuid NOT NULL,
    version bigint NOT NULL,
    at timestamptz NOT NULL,
    sitting uuid,
    game uuid,
    members text[] NOT NULL,
    PRIMARY KEY (club, position)
);

CREATE INDEX audit_kind_idx ON {schema}.audit (club, kind, position DESC);
CREATE INDEX audit_members_idx ON {schema}.audit USING gin (members);

-- Games are looked for by a law that their settlement names, and by the class of a hand that was shown.
CREATE INDEX settlements_laws_idx ON {schema}.settlements USING gin ((document::jsonb -> 'laws') jsonb_path_ops);
CREATE INDEX settlements_hands_idx ON {schema}.settlements USING gin ((document::jsonb -> 'hands') jsonb_path_ops);

-- The audit log: a Merkle tree over what is stored of every event. The leaf of the event at a position has the index
-- position - 1.
CREATE TABLE {schema}.log_leaves (
    club uuid NOT NULL,
    index bigint NOT NULL CHECK (index >= 0),
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (club, index)
);

-- Perfect subtrees above the leaves: that of level and index has 2 ^ level leaves, from index * 2 ^ level on.
CREATE TABLE {schema}.log_nodes (
    club uuid NOT NULL,
    level smallint NOT NULL CHECK (level > 0),
    index bigint NOT NULL CHECK (index >= 0),
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (club, level, index)
);
