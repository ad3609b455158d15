"""Names that look the same: one alphabet a name, and letters of others that are drawn alike.

The idea is that of Unicode's report on security mechanisms (UTS 39), with a short table: letters
of Cyrillic and Greek, phonetic ones, small capitals, digits and signs that people cannot tell from
Latin letters, as capitals or small.
"""

from __future__ import annotations

import re
import unicodedata

# Scripts that are written together in East Asia, also with Latin letters.
_EAST_ASIAN = {"LATIN", "CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"}
_NO_SCRIPT = {"MODIFIER", "FEMININE", "MASCULINE", "MICRO"}  # letters of no alphabet: ʼ ª º µ
_FOREIGN = "авгекмнорстухіјѕһԁԛԝьζαβεηικμνορτυχγωσ"
_LATIN = "abrekmhopctyxijshdqwbzabehikmnoptyxywo"
_SIGNS = "l1|!ı0"  # drawn like a capital i, or an o
_PHONETIC = {"ɑ": "a", "ɡ": "g", "ȷ": "j", "ɩ": "i", "ɪ": "i", "ᴨ": "n", "ᴩ": "p"}
_SMALL_CAPITAL = re.compile("LATIN LETTER SMALL CAPITAL ([A-Z])")
_PHONETIC_BLOCKS = (*range(0x250, 0x2B0), *range(0x1D00, 0x1D80), *range(0xA720, 0xA800))
_CAPITALS = {
    chr(code): found[1].lower()
    for code in _PHONETIC_BLOCKS
    if (found := _SMALL_CAPITAL.fullmatch(unicodedata.name(chr(code), "")))
}
_DRAWN_ALIKE = str.maketrans(
    dict(zip(_FOREIGN + _SIGNS, _LATIN + "iiiiio", strict=True)) | _PHONETIC | _CAPITALS
)


def mixes_alphabets(text: str) -> bool:
    """Tell whether a text has letters of several alphabets that nobody writes together."""
    plain = unicodedata.normalize("NFKC", text)
    scripts = {_script(letter) for letter in plain if letter.isalpha()} - _NO_SCRIPT
    return len(scripts) > 1 and not scripts <= _EAST_ASIAN


def _script(letter: str) -> str:
    """Return the script of a letter: the first word of its name in Unicode."""
    return unicodedata.name(letter, "?").partition(" ")[0].partition("-")[0]


def skeleton(name: str) -> str:
    """Return what a name looks like: two names with the same one cannot be told apart."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    drawn = unicodedata.normalize("NFC", plain).translate(_DRAWN_ALIKE)
    return drawn.replace("rn", "m").replace(" ", "")
