"""`python -m bench` (or `make bench`) measures the speed of this machine."""

from bench.speed import main

if __name__ == "__main__":
    main()
