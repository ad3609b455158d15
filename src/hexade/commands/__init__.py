"""The `hexade` command: one module for each subcommand, loaded when that subcommand runs."""
