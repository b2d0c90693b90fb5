"""How the record is told: to whom, and in what words.

In reading order:

redaction  what a reader may see
sentences  each event as a sentence
replay     a game step by step
"""
