-- From this time on a token opens nothing; null if it never expires.
ALTER TABLE {schema}.tokens ADD COLUMN expires_at timestamptz;
