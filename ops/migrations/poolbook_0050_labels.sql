-- A token's label is a free text. It can be erased; the token stays.
ALTER TABLE {schema}.tokens ALTER COLUMN label DROP NOT NULL;
