"""Playing at this terminal, or on a server from this terminal."""
