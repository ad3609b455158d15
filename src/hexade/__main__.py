"""`python -m hexade` is the `hexade` command."""

from hexade.cli import main

if __name__ == "__main__":
    main()
