"""Agents that users bring: classes or objects as `py:module:Name`, weights as `net:FILE.npz`.

Both run code or read files of the caller's own machine: never take such a name from the network.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import count, pairwise
from pathlib import Path
from traceback import extract_tb
from typing import Any
from zipfile import BadZipFile

import numpy as np

from hexade.contract.chance import seed_of
from hexade.contract.game import AnyGame, Event, Move, Result, Seat
from hexade.contract.kernel import Learning, batch
from hexade.contract.player import Player, Thinker, listens
from hexade.contract.reason import Reason, Refusal, quoted
from hexade.contract.setup import Setup
from hexade.contract.whole import whole_number

Layers = list[tuple[np.ndarray, np.ndarray]]  # the weights and biases of each
CLASS, WEIGHTS = "py:", "net:"  # the prefixes of their names
# Rows that a network values at once. With more of them NumPy's library starts threads, which wait
# for each other on cores that other games use: a move then takes forty times as long.
_ROWS_AT_ONCE = 16
_PLAYER_METHODS = ("sit", "hear", "choose", "rise")


def make_named(name: str, game: AnyGame, seed: int) -> Player:
    """Return the player that `py:module:Name` names, made for a game with a seed of its own."""
    return make(name, _load(name), game, seed)


def is_object(thing: Any) -> bool:
    """Tell whether this is somebody's player itself, and not what makes one."""
    return not isinstance(thing, type) and not _missing(thing)


def make(name: str, maker: Any, game: AnyGame, seed: int) -> Player:
    """Return the player that somebody's function makes, or their object as it is.

    What is not a player is refused, by name.
    """
    try:
        player = maker if is_object(maker) else maker(game, seed)
    except Refusal:
        raise
    except Exception as error:  # whatever somebody else's code raises
        why = f"the player could not be created: {error!r}{_where(error)}"
        raise _refusal(f"{name}: {why}") from error
    if missing := _missing(player):
        why = f"a player needs {', '.join(missing)}; inherit from hexade.contract.player.Thinker"
        text = f"{name}: {why}"
        raise _refusal(text)
    return OwnPlayer(name, player)


def _missing(player: Any) -> list[str]:
    """Return the methods of a player that something lacks."""
    return [method for method in _PLAYER_METHODS if not callable(_attribute(player, method))]


def _attribute(thing: Any, name: str) -> Any:
    """Return an attribute of somebody else's object; None if there is none, or its code fails."""
    try:
        return getattr(thing, name, None)
    except Exception:  # whatever somebody else's code raises
        return None


class OwnPlayer:
    """Somebody's own player: an error in it becomes a refusal that names the player."""

    def __init__(self, called: str, player: Player) -> None:
        self._called, self._player = called, player
        own = _attribute(player, "name")
        self.name = own if isinstance(own, str) else called
        self.wants_news = listens(player)

    def sit(self, setup: Setup, seat: Seat) -> None:
        """Take a seat in a new game."""
        self._ask("sit", setup, seat)

    def hear(self, event: Event) -> None:
        """Receive an event."""
        self._ask("hear", event)

    def choose(self, view: Any, legal: Sequence[Move], time_ms: int | None = None) -> Move:
        """Return its move as Python's own number; refuse what is none of the legal moves."""
        said = self._ask("choose", view, legal, time_ms)
        move = whole_number(said)  # libraries have numbers of their own
        if move is None or move not in legal:
            text = f"choose returned {quoted(said)}, which is not one of the legal moves"
            raise _refusal(f"{self._called}: {text}")
        return move

    def rise(self, result: Result) -> None:
        """Receive the result of the game."""
        self._ask("rise", result)

    def _ask(self, method: str, *given: Any) -> Any:
        try:
            return getattr(self._player, method)(*given)
        except Refusal:
            raise
        except Exception as error:
            raise _refusal(f"{self._called}: {method} failed: {error!r}{_where(error)}") from error


def _where(error: BaseException) -> str:
    """Return the line of somebody else's code in which an error began."""
    own = str(Path(__file__).parents[1])
    frames = [one for one in extract_tb(error.__traceback__) if not one.filename.startswith(own)]
    frames = [one for one in frames if "importlib" not in one.filename]
    return f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""


def _load(name: str) -> Any:
    module, colon, path = name.removeprefix(CLASS).partition(":")
    if not (module and colon and path):
        raise _refusal(f"{name!r}: write {CLASS}MODULE:CLASS, such as {CLASS}my_agents:Mine")
    if "" not in sys.path:
        sys.path.insert(0, "")  # a command finds modules of the folder it is called in
    try:
        found: Any = import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError, SyntaxError) as error:
        raise _refusal(f"{name}: it could not be loaded: {error}") from error
    except Exception as error:  # whatever somebody else's code raises
        raise _refusal(f"{name}: it could not be loaded: {error!r}{_where(error)}") from error
    if not callable(found) and not is_object(found):
        raise _refusal(f"{name}: it is neither a player nor what makes one, a class or function")
    return found


class TrainedPlayer(Thinker):
    """Plays the move that a value network likes best, one move ahead.

    The weights are those that `hexade train` writes.
    """

    def __init__(self, game: AnyGame, seed: int, name: str) -> None:
        super().__init__(game, seed)
        self._learning = _learning(name, game)
        self.name, self._layers = name, _layers(name, name.removeprefix(WEIGHTS).strip())

    def sit(self, setup: Setup, seat: Seat) -> None:
        """Refuse a set-up that the weights were not trained for."""
        _refuse_unfit(self.name, self._learning, setup, self._layers)

    def fits(self, setup: Setup) -> bool:
        """Tell whether the weights were trained for a set-up."""
        return _misfit(self._learning, setup, self._layers) is None

    def choose(self, view: Any, legal: Sequence[Move], time_ms: int | None = None) -> Move:
        """Return the best of the legal moves."""
        if len(legal) == 1:
            return legal[0]
        rows, places = self._rows(view, legal)
        starts = range(0, len(rows), _ROWS_AT_ONCE)
        values = np.concatenate(
            [self._values(view, rows[at : at + _ROWS_AT_ONCE]) for at in starts]
        )
        own = values[:, 0]
        if values.shape[1] > 1:  # logits of all seats: how far the mover's is above the others
            logs = values - np.log(np.exp(values).sum(axis=1, keepdims=True))
            own = logs[np.arange(len(logs)), places]
        return legal[int(np.argmax(own))]

    def _values(self, view: Any, rows: np.ndarray) -> np.ndarray:
        """Return the network's logits, a row of them for each row."""
        (weights, biases), *others = self._layers
        parts, each = _alike(self._learning, view.setup)
        first = np.maximum(rows[:, : parts * each].reshape(-1, each) @ weights + biases, 0.0)
        added = first.reshape(len(rows), parts, -1).sum(axis=1)
        rows = np.hstack([added, rows[:, parts * each :]])
        for weights, biases in others[:-1]:
            rows = np.maximum(rows @ weights + biases, 0.0)
        weights, biases = others[-1]
        found: np.ndarray = rows @ weights + biases
        return found

    def _rows(self, view: Any, legal: Sequence[Move]) -> tuple[np.ndarray, np.ndarray]:
        """Describe the position after each move, and say which of the outputs is this seat's."""
        learning, size = self._learning, len(legal)
        states = self.game.determinize(view, seed_of(self.seed, view.ply)).thaw()
        scratch = np.zeros(1, learning.game_scratch)
        for lane, each in learning.prepare:
            batch(lane)(each, states, view.table, scratch)
        rows = np.zeros((size, learning.columns(view.setup)), np.float32)
        places = np.zeros(size, np.int32)
        batch(learning.describe)(
            1, 1, states, view.table, scratch, np.zeros(1, learning.lane_scratch),
            np.zeros(size, np.int32), np.array(legal, np.int32), rows,
            places, np.zeros(size, np.int32),
        )  # fmt: skip
        return rows, places


def layers_for(path: str, game: AnyGame, setup: Setup) -> Layers:
    """Return the layers in a file of weights; refuse those that were trained for another set-up."""
    learning, layers = _learning(path, game), _layers(path, path)
    _refuse_unfit(path, learning, setup, layers)
    return layers


def _learning(name: str, game: AnyGame) -> Learning:
    learning = game.kernels.learning if game.kernels else None
    if learning is None:
        raise _refusal(f"{name}: {game.title} does not support trained weights")
    return learning


def _alike(learning: Learning, setup: Setup) -> tuple[int, int]:
    """Return how many parts of a row pass through the first layer, and their columns."""
    return learning.alike(setup) if learning.alike else (1, learning.columns(setup))


def _refuse_unfit(name: str, learning: Learning, setup: Setup, layers: Layers) -> None:
    if misfit := _misfit(learning, setup, layers):
        raise _refusal(f"{name}: {misfit}")


def _misfit(learning: Learning, setup: Setup, layers: Layers) -> str | None:
    """Say how inputs, layers or outputs of weights differ from those of a set-up, if they do."""
    parts, each = _alike(learning, setup)
    beside = learning.columns(setup) - parts * each  # what does not pass through the first layer
    (first, biases), (second, _), (_, last) = layers[0], layers[1], layers[-1]
    where = f"{setup.variant} for {setup.seats}"
    for thing, found, wanted in (
        ("inputs", len(first), each),
        ("inputs beside the first layer", len(second) - len(biases), beside),
        ("outputs", len(last), learning.outputs(setup)),
    ):
        if found != wanted:
            return (
                f"the number of {thing} of the weights is {found}, but that of {where} is {wanted}"
            )
    return None


def _layers(name: str, path: str) -> Layers:
    """Return the layers in a file of weights, each as its weights and its biases."""
    try:
        with np.load(Path(path).expanduser()) as kept:
            arrays = {key: kept[key].astype(np.float32) for key in kept.files}
    except OSError as error:
        raise _refusal(f"{name}: {error.strerror or 'it cannot be read'}") from error
    except (ValueError, BadZipFile) as error:
        raise _refusal(f"{name}: it was not written by `hexade train`") from error
    layers = []
    for n in count():
        if f"w{n}" not in arrays or f"b{n}" not in arrays:
            break
        layers.append((arrays[f"w{n}"], arrays[f"b{n}"]))
    if not _fit(layers):
        raise _refusal(f"{name}: it was not written by `hexade train`")
    return layers


def _fit(layers: Layers) -> bool:
    """Tell whether there are layers, each of which takes what the one before it gives.

    The second may take more: what does not pass through the first.
    """
    shapes = [(weights.shape, biases.shape) for weights, biases in layers]
    return (
        len(shapes) > 1
        and all(len(weights) == 2 and biases == weights[1:] for weights, biases in shapes)
        and shapes[0][0][1] <= shapes[1][0][0]
        and all(a[0][1] == b[0][0] for a, b in pairwise(shapes[1:]))
    )


def _refusal(text: str) -> Refusal:
    return Refusal(Reason("bot", "", text))
