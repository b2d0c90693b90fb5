"""The states that events fold into. `apply` gives the state after an event, and judges nothing.

In reading order:

in_force   which events of a record are in force after its corrections
player     one player in a game, and what his acts change
game       one game
game_acts  what each act changes in its game
game_fold  a game folded from its events
sitting    one sitting
club       one club
"""
