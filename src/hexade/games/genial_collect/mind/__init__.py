"""The judge of the collecting game: a turn is solved exactly, what follows it is learned."""
