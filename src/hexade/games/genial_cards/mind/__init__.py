"""How bots think about the card game: a first look by tables, then play in worlds that could be."""
