-- The role that the service runs as: it logs in, and owns nothing. `poolbook migrate` grants it what it needs.
-- psql runs this as the owner, with the role's password in SERVICE_PASSWORD. It may be repeated, to change that.
\set ON_ERROR_STOP on
\getenv password SERVICE_PASSWORD
SELECT 'CREATE ROLE poolbook_service' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'poolbook_service') \gexec
ALTER ROLE poolbook_service LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'password';
