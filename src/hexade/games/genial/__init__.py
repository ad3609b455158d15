"""The board game, with solo, team and duel, in both editions (rules A to D)."""
