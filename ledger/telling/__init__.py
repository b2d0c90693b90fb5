"""How the record is told: to whom, and in what words.

In reading order:

buried           the hands that were thrown away unseen, in any version of a record
redaction        what a reader may know
sentences        each event of a game as a sentence
entry_sentences  each entry of a sitting's book as a sentence
replay           a game step by step
"""
