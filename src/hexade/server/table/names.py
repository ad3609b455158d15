"""Names and chat as others see them: normalised, on one line, nothing invisible."""

from __future__ import annotations

import re
import unicodedata

from hexade.contract.reason import Reason, Refusal
from hexade.server.table.look_alikes import is_written_today, looks, mixes_alphabets

EMOTES = (  # those of the page (`web/src/kit/avatars.ts`)
    "clapping-hands", "face-with-tears-of-joy", "thinking-face", "astonished-face", "fire",
    "party-popper",
)  # fmt: skip
_RESERVED = ("bot:", "cmd:")  # prefixes that records use for bots
_JOINER = "\u200d"
_IN_COLOUR = "\ufe0f"
_SHADES = range(0x1F3FB, 0x1F400)  # skin tones
_ODD = ("C", "Zl", "Zp")  # control, format, private and unassigned characters, line separators
# Letters, signs and marks that are drawn as nothing: Unicode's default ignorables, and blanks.
_BLANK = {
    *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0xFFFC, 0x16FE4, 0x1D159),
    *range(0x180B, 0x1810),
    *range(0xFE00, 0xFE10),
    *range(0xE0100, 0xE01F0),
}
_MARKS = 2  # accents on one letter; more of them climb over the lines above


def shown_name(text: str, limit: int) -> str:
    """Return a name as it will be shown; refuse one that cannot be shown."""
    name = clean(text)
    if not name or len(name) > limit:
        raise Refusal(Reason("name", "", f"a name has 1 to {limit} characters"))
    if mixes_alphabets(name):
        raise Refusal(Reason("name", "", "a name must use one alphabet only"))
    if not is_written_today(name):
        raise Refusal(Reason("name", "", "a name must use an alphabet in which people write today"))
    if any(map(_is_sign, name)):
        text = "a name has letters, digits, punctuation and emoji, and no other signs"
        raise Refusal(Reason("name", "", text))
    if any(look.startswith(_RESERVED) for look in looks(name)):
        raise Refusal(Reason("name", "", "names that begin with bot: or cmd: are for bots"))
    return name


def shown_avatar(text: str) -> str:
    """Return an avatar's name; refuse an invalid one."""
    if not re.fullmatch(r"[a-z0-9-]{0,32}", text):
        raise Refusal(Reason("avatar", "", "an avatar is named by small letters, digits and -"))
    return text


def shown_emote(text: str) -> str:
    """Return an emote's name; refuse all others, or words could be sent as emotes (C4)."""
    if text not in EMOTES:
        raise Refusal(Reason("chat", "", f"there is no such emote; choose {', '.join(EMOTES)}"))
    return text


def shown_text(text: str, limit: int) -> str:
    """Return a chat text as it will be shown; refuse one that is empty or too long."""
    said = clean(text)
    if not said or len(said) > limit:
        raise Refusal(Reason("chat", "", f"a message has 1 to {limit} characters"))
    return said


def clean(text: str) -> str:
    """Return a text in one normal form, on one line, without characters that cannot be seen."""
    composed = unicodedata.normalize("NFC", text)
    seen = "".join(
        " " if letter.isspace() else letter
        for n, letter in enumerate(composed)
        if letter.isspace() or _is_seen(composed, n)
    )
    return " ".join(_with_few_marks(seen).split())


def _with_few_marks(text: str) -> str:
    """Return a text without marks that no letter carries, and without stacks of them."""
    kept, marks = list[str](), _MARKS
    for letter in text:
        is_mark = unicodedata.category(letter) in ("Mn", "Me") and letter != _IN_COLOUR
        marks = marks + 1 if is_mark else _MARKS if letter.isspace() else 0
        if marks <= _MARKS or not is_mark:
            kept.append(letter)
    return "".join(kept)


def _is_seen(text: str, n: int) -> bool:
    """Tell whether a character is visible, or joins others into one picture, such as a family."""
    letter = text[n]
    if letter == _JOINER:
        return _ends_picture(text[:n]) and _is_picture(text[n + 1 : n + 2])
    if letter == _IN_COLOUR:
        return _is_picture(text[n - 1 : n])
    if ord(letter) in _BLANK:
        return False
    return not unicodedata.category(letter).startswith(_ODD)


def _is_sign(letter: str) -> bool:
    """Tell whether a character is a sign, as of mathematics: many are drawn like letters."""
    plain = unicodedata.normalize("NFKC", letter)  # of a letter in a circle the letter
    signs = all(unicodedata.category(one) in ("Sm", "So") for one in plain)
    return signs and not plain.isascii() and not _is_picture(letter)


def _ends_picture(text: str) -> bool:
    text = text.removesuffix(_IN_COLOUR)
    shaded = bool(text) and ord(text[-1]) in _SHADES
    return _is_picture(text[-2:-1] if shaded else text[-1:])


def _is_picture(letter: str) -> bool:
    """Tell whether a character is drawn as a picture: emoji, signs that join them, and arrows."""
    if not letter:
        return False
    code = ord(letter)
    return (
        0x1F000 <= code <= 0x1F6FF  # what follows is for alchemists, and drawn like letters
        or 0x1F780 <= code <= 0x1FAFF
        or 0x231A <= code <= 0x231B
        or 0x23E9 <= code <= 0x23FA
        or 0x2600 <= code <= 0x27BF
        or 0x2190 <= code <= 0x21FF
        or 0x2B00 <= code <= 0x2BFF
    )
