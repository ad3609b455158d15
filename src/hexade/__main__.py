"""`python -m hexade` is the `hexade` command."""

from hexade.commands.main import main

if __name__ == "__main__":
    main()
