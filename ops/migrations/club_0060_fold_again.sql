-- The read tables that came with the books, the log and the audit are empty in a club that is older than they are.
-- What it had is emptied too and its position forgotten, so that the follower folds its whole log into all of them.

DELETE FROM {schema}.sittings;
DELETE FROM {schema}.games;
DELETE FROM {schema}.results;
DELETE FROM {schema}.notification_tracking;
DELETE FROM {schema}.projection_failure;
