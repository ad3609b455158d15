"""The `hexade` command: one module for each subcommand, loaded when it is called."""
