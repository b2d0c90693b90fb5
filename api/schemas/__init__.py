"""What may be said and what is answered, as marshmallow schemas: one module for each noun.

In reading order: `fields` (the kinds of value), `nothing`, `problems`, `lists`, `clubs`, `sittings`, `till`, `games`,
`actions`, `record`, `settlements`, `results`, `pools`, `buyback`, `books`, `exports`, `laws`, `health`.
"""
