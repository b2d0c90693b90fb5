"""From state to body: what an answer holds, with its fields as the routes' schemas have them.

In reading order: `club`, `sitting`, `till`, `game`, `record` (events and replay), `settlement`,
`results`, `pools`, `buyback` and `books` (what the read tables have).
"""
