"""What every game promises: pure functions over immutable states, and the laws that check it."""
