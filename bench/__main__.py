"""`python -m bench` (or `make bench`) measures the speed of this machine."""

from bench import speed
from bench.arguments import arguments

if __name__ == "__main__":
    arguments("bench", speed.__doc__).parse_args()
    speed.main()
