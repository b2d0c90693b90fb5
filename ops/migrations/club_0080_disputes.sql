-- How many disputes there were about a game, as far as the follower has come.
ALTER TABLE {schema}.games ADD COLUMN disputes integer NOT NULL DEFAULT 0;

UPDATE {schema}.games SET disputes = laid.number
FROM (
    SELECT originator_id, count(*) AS number FROM {schema}.stored_events
    WHERE topic = 'game.disputed'
        AND notification_id <= (SELECT max(notification_id) FROM {schema}.notification_tracking)
    GROUP BY originator_id
) AS laid
WHERE games.game = laid.originator_id;
