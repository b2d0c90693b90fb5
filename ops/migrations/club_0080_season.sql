-- How many disputes there were about a game, as far as the follower has come, and what games are looked for by.
ALTER TABLE {schema}.games ADD COLUMN disputes integer NOT NULL DEFAULT 0;

UPDATE {schema}.games SET disputes = laid.number
FROM (
    SELECT originator_id, count(*) AS number FROM {schema}.stored_events
    WHERE topic = 'game.disputed'
        AND notification_id <= (SELECT max(notification_id) FROM {schema}.notification_tracking)
    GROUP BY originator_id
) AS laid
WHERE games.game = laid.originator_id;

-- Games are looked for by a law that their settlement names, and by the class of a hand that was shown.
CREATE INDEX settlements_laws_idx ON {schema}.settlements USING gin ((document::jsonb -> 'laws') jsonb_path_ops);
CREATE INDEX settlements_hands_idx ON {schema}.settlements USING gin ((document::jsonb -> 'hands') jsonb_path_ops);
