"""A program for tests that speaks the bot protocol, well or badly, as its arguments say.

Run as `python program.py MODE [LOG]`: MODE says what it does wrong, LOG is a file to which it
writes every line it reads.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

LATE_S = {"slow": 0.3, "lazy": 2}  # two seconds are late for a host that is starved itself


def answer(message: dict[str, Any]) -> None:
    """Write one line."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def move(mode: str, question: dict[str, Any], asked: int) -> None:
    """Answer a question, or do what the mode says from the third question on."""
    legal = question["legal"]
    chosen = legal[asked % len(legal)]
    if asked == 3 and mode in LATE_S:
        time.sleep(question["time_ms"] / 1000 + LATE_S[mode])
    if asked >= 3 and mode == "illegal":
        chosen = "zz z1 z2"
    if asked >= 3 and mode == "garbage":
        sys.stdout.write("\x00\xff not json {{{\n")
        sys.stdout.flush()
        return
    if asked >= 3 and mode == "list":
        sys.stdout.write("[1, 2]\n")
        sys.stdout.flush()
        return
    if asked >= 3 and mode == "dead":
        sys.exit(3)
    if asked >= 3 and mode in ("mute", "hang"):
        time.sleep(600 if mode == "hang" else 0)
        return
    if mode == "turned" and len(words := chosen.split()) == 3:
        chosen = f"{words[0][::-1]} {words[2]} {words[1]}"
    if mode == "flood":
        sys.stderr.write("complaint " * 100 + "\n")
    answer({"type": "move", "move": chosen, "why": "because"})
    if asked >= 3 and mode == "deaf":
        os.close(0)
        time.sleep(60)


def main(mode: str, log: str | None = None) -> None:
    """Play until the input ends."""
    asked = 0
    if mode == "stillborn":
        sys.exit(1)
    if mode == "sleeper":
        time.sleep(60)
    for line in sys.stdin:
        message = json.loads(line)
        if log:
            with open(log, "a") as file:
                file.write(json.dumps({"pid": os.getpid(), **message}) + "\n")
        if message["type"] == "hello":
            asked = 0
            answer({"type": "ready", "name": f"test bot, {mode}"})
        elif message["type"] == "choose":
            asked += 1
            move(mode, message, asked)
        while mode == "babble" and asked:
            sys.stdout.write("more and more\n" * 1000)
            sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
