"""The examples of the OpenAPI document: an evening of a small club, played over HTTP and written down.

`python -m tests.api.examples` plays it and writes `api/examples.json`; a test plays it again and compares. Ids, times,
secrets and salts come in a fixed order, so that the same requests are answered by the same bytes.

In reading order:

recorder  sends requests, and keeps those that have a name
fixed     the application with fixed ids, times and secrets
evening   the story: the club, its evening at the table, and what is found wrong afterwards
reading   the story: every list and book, the exports, the log
refusals  the story: what is answered where something is wrong
story     all of it in order, and the file
"""
