"""`python -m bench` (or `make bench`) measures the speed of this machine."""

import argparse

from bench import speed

if __name__ == "__main__":
    argparse.ArgumentParser("python -m bench", description=speed.__doc__).parse_args()
    speed.main()
