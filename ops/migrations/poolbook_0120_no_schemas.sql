-- No club has a schema of its own any more.
ALTER TABLE {schema}.clubs DROP COLUMN schema_name;
