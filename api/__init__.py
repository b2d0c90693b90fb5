"""The HTTP API: requests are read strictly, given to the application, and answered with what the reader may see.

In reading order:

settings     the environment, checked at start
service      what the routes work with
problems     every error, in one shape
limits       guesses limited by address, requests by token
session      a browser that is signed in
access       tokens and roles
strict_json  JSON without ambiguity
requests     body, key and version of a request
schemas      the bodies of requests and answers
joined       several objects dumped as one
answers      answers in which something is redacted or renamed
lists        pages of lists
names        names of members beside their ids
openapi      the OpenAPI document
examples     its examples, from requests that were really sent
links        its links between operations
glossary     its words for fields
completed    all of these put into it
noun         a blueprint whose routes share one order of checks
stream       streams of events
printed      the reconciliation sheet as a page
account_words  accounts and their events in words
routes       one blueprint for each noun
pages        the same for people with a browser
docs         the document at /openapi.json and /docs
headers      the headers of every answer
compression  answers compressed
cors         pages of other origins that may call the API
metrics      numbers at /metrics
observed     request ids, and one line of log each
app          the application, made of all these
"""
