-- Pools, settlements, the reckoning of a sitting, and more of each result. All of it is made from the events.

ALTER TABLE {schema}.results
    ADD COLUMN took bigint NOT NULL DEFAULT 0,
    ADD COLUMN passed_before_draw boolean NOT NULL DEFAULT false,
    ADD COLUMN passed_after_draw boolean NOT NULL DEFAULT false,
    ADD COLUMN jack_pot boolean NOT NULL DEFAULT false,
    ADD COLUMN demanded boolean NOT NULL DEFAULT false;

CREATE TABLE {schema}.pools (
    game uuid PRIMARY KEY,
    sitting uuid NOT NULL,
    number integer NOT NULL,
    corrected boolean NOT NULL,
    carried_in bigint NOT NULL,
    UNIQUE (sitting, number)
);

CREATE TABLE {schema}.pool_shares (
    game uuid NOT NULL,
    member text NOT NULL,
    seat integer NOT NULL,
    ante bigint NOT NULL,
    payment bigint NOT NULL,
    stake bigint NOT NULL,
    penalty bigint NOT NULL,
    retired boolean NOT NULL,
    PRIMARY KEY (game, member)
);

CREATE TABLE {schema}.settlements (
    game uuid PRIMARY KEY,
    sitting uuid NOT NULL,
    number integer NOT NULL,
    corrected boolean NOT NULL,
    demanded text[] NOT NULL,
    -- The document as JSON, and what was paid where that was another sum than the awards.
    document text NOT NULL,
    paid text,
    UNIQUE (sitting, number)
);

CREATE TABLE {schema}.reckonings (
    sitting uuid PRIMARY KEY,
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
    till_lent bigint NOT NULL
);

CREATE TABLE {schema}.reckoned_colours (
    sitting uuid NOT NULL,
    colour text NOT NULL,
    worth bigint NOT NULL,
    opened bigint NOT NULL,
    sold bigint NOT NULL,
    lent bigint NOT NULL,
    bought_back bigint NOT NULL,
    PRIMARY KEY (sitting, colour)
);

CREATE TABLE {schema}.reckoned_players (
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
    PRIMARY KEY (sitting, member)
);
