-- What was adjusted after the close of a sitting: of a result, by how much; of a settlement, what it was at the close.
ALTER TABLE {schema}.results ADD COLUMN adjusted bigint NOT NULL DEFAULT 0;
ALTER TABLE {schema}.settlements ADD COLUMN adjusted text;
ALTER TABLE {schema}.settlements ADD COLUMN at_the_close text;
