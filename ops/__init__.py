"""Running the service.

In reading order: `embedded` (a PostgreSQL of one's own), `migrate` (schemas and tables), `database` (the one that a
command works on), `serving` (the API and the follower), `recording` (game files through the application), `demo`,
`showing` (a game in the terminal), `files` (whole or not at all), `logfile` (a club's log read back and checked),
`loading` and `importing` (books brought back), `plainly` and `exchange` and `administration` and `cli` (the command
line), `logs`, `wsgi` and `gunicorn.conf.py` (production), `backup`, `bench` (what recording costs) and `bench_rules`
(what the rules cost), and the proofs: `faults`, `kill`, `simulate`, `fuzz`.
"""
