"""`poolbook score`: an evening recorded at the table, in the language of the game file.

In reading order:

evening     the lines written down, and the table they lead to in memory
probing     what may come next in a line
expand      short words for long lines
completing  what may be typed next
table       the table in a few lines of text
helping     the commands of the prompt, and help
journal     the file in which the lines are kept
sending     kept lines on their way to the record
strangers   players whom the club does not know
session     what is typed, understood, judged, kept and sent
courier     sending in the background
piped       lines from a pipe
prompt      the prompt on a terminal
command     the command itself
"""
