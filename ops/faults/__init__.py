"""What the proofs of endurance share.

In reading order:

lines        HTTP to a running service
killing      processes killed, with those that they started
power        a database whose machine can lose its power
parts        the parts of a service, which can be killed and started again
world        chance, clock and ids from one seed
scorekeeper  a scorekeeper who repeats until he is answered
audit        the books compared with what clients were told
"""
