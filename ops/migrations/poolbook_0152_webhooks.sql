-- How far each webhook has come, and the secrets that sign what is sent to it. These rows are beside the record and in
-- no backup: where they are missing, nothing is sent until the club draws another secret.
CREATE TABLE {schema}.webhooks (
    club uuid NOT NULL,
    id uuid NOT NULL,
    secret text NOT NULL,
    old_secret text,
    old_until timestamptz,
    position bigint NOT NULL CHECK (position >= 0),
    attempts integer NOT NULL DEFAULT 0,
    next_at timestamptz,
    failing_since timestamptz,
    error text,
    delivered_at timestamptz,
    ended_at timestamptz,
    PRIMARY KEY (club, id)
);

-- The messages that were given up, by the positions of their events. What they say is made anew from the record.
CREATE TABLE {schema}.webhook_dead (
    club uuid NOT NULL,
    webhook uuid NOT NULL,
    position bigint NOT NULL CHECK (position > 0),
    attempts integer NOT NULL,
    failed_at timestamptz NOT NULL,
    error text NOT NULL,
    retry boolean NOT NULL DEFAULT false,
    PRIMARY KEY (club, webhook, position)
);
CREATE INDEX webhook_dead_retry_idx ON {schema}.webhook_dead (club, webhook) WHERE retry;
