-- What the table did besides paying out a pool, as JSON, where that is not what the laws give; and what a player owes
-- others for games that were paid otherwise.
ALTER TABLE {schema}.settlements ADD COLUMN done text;
ALTER TABLE {schema}.reckoned_players ADD COLUMN owed_for_games bigint NOT NULL DEFAULT 0;
