"""Running the service.

In reading order:

programs        PostgreSQL's own programs
embedded        a PostgreSQL of its own
migrate         the tables
distribute      the tables laid out over several machines, where the database has Citus
migrations      the SQL of each step
database        the database a command works on
collecting      how often Python collects cycles
logs            the log, for people or in JSON
alone           one service in a data directory and at a port
framing         where a request ends
connection      a client's connection, buffered
unreadable      what is no readable HTTP, answered as a problem
buffering       a worker whose threads wait for no client
serving         the API, the follower and the sender of webhooks, run as one service
running         commands: serve and follow
wsgi            the application for gunicorn
files           files written whole or not at all
naming          how members, sittings and games are named at the command line
plainly         what every command shares
printing        rows as a table, CSV or JSON
reading         commands that read the books in the terminal
gamefiles       game files read from the disk
checking        command: check, a file judged in one run
newfile         command: new, which begins a game file
helping         command: help, with the reference of the game file
score           command: score, an evening recorded at the table
correcting      command: correct, by an amended game file
demo            the demonstration club
cards_shown     cards with signs and colours
showing         a game in the terminal
replaying       command: replay
foreseeing      an evening under other readings, in the terminal
logfile         a club's log read and checked line by line
importing       a club brought back from its log
backup          the books in one file, and back
recorded_files  a sitting or a game written as a game file
exporting       command: export
exchange        commands: import and record
verifying       command: verify
rebuilding      command: rebuild
verify_receipt  verifies the receipt of a game; it shares no code with the service
receipts        command: verify-receipt
witness         keeps a club's checkpoints on another machine
watching        command: watch
expiry          when a token expires, as somebody writes it
administration  commands: clubs, tokens, migration, database, settings
sections        commands under headings, each loaded when it is called
webhooks        commands: webhook
cli             the command line: the list of the commands
evenings        evenings played by chance
bench           what recording costs
bench_rules     what the rules cost
bench_books     what the books cost as they grow
bench_scale     what late games and many clubs cost
generated_clients  a client made by openapi-generator records the illustrated game
faults          parts that fail on purpose
kill            parts of a running service killed at random
simulate        clients, faults and follower from one seed
remembering     two processes that remember, record and correct
tailing         four writers, and a reader who misses nothing
fuzz            requests made up from the OpenAPI document
try_readme      the README's commands run on a fresh clone
fuzz_gamefile   game files with words, lines and bytes changed
fuzz_score      lines typed by chance at the prompt, and the record compared
plant           known faults planted, and the tools that should find them
"""
