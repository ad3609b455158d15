"""The games in the interfaces that researchers use: PettingZoo, Gymnasium, OpenSpiel."""
