"""Names and chat as they are shown: what cannot be seen goes, pictures stay whole."""

from __future__ import annotations

from itertools import combinations

import pytest

from hexade.contract.reason import Refusal
from hexade.server.table.look_alikes import look_alike
from hexade.server.table.names import clean, shown_name

FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
RAINBOW = "\U0001f3f3\ufe0f\u200d\U0001f308"
SHAKING = "\U0001f642\u200d\u2194\ufe0f"
HEART = "\u2764\ufe0f\u200d\U0001f525"
TEACHER = "\U0001f468\U0001f3fd\u200d\U0001f3eb"


@pytest.mark.parametrize(
    "text", [FAMILY, RAINBOW, TEACHER, SHAKING, HEART, f"Ada {FAMILY}", "Jos\u00e9"]
)
def test_what_can_be_seen_stays(text: str) -> None:
    assert clean(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ad\u200da", "Ada"),  # a joiner that joins nothing would make two names look the same
        (f"\u200d{FAMILY}\u200d", FAMILY),
        (f"a\u200d{FAMILY}", f"a{FAMILY}"),
        ("\u00a9\u200d\u00ae", "\u00a9\u00ae"),
        ("A\u2800\u200d\u2800da", "Ada"),
        ("\u3164\u115f\u1160\uffa0", ""),  # Hangul letters without a shape
        ("A\ufe00d\U000e0100a\u034f\u180b", "Ada"),
        ("\u2764\ufe0e", "\u2764"),
        ("A\u0335\u0336\u0337\u0338da", "A\u0335\u0336da"),  # no stacks of marks
        ("\u0301Ada \u0301", "Ada"),  # and none without a letter
        ("A\ufe0fda", "Ada"),
        ("Ada\u200b\u202e", "Ada"),
        (" A \t\n da ", "A da"),
        ("Jose\u0301", "Jos\u00e9"),
    ],
)
def test_what_cannot_be_seen_goes(text: str, shown: str) -> None:
    assert clean(text) == shown


@pytest.mark.parametrize("name", ["\u3164", "\u2800 \u2800", "\ufe0f", "\u0301", " \u200b"])
def test_a_name_that_cannot_be_seen_is_refused(name: str) -> None:
    with pytest.raises(Refusal, match="a name has 1 to 24 characters"):
        shown_name(name, 24)


@pytest.mark.parametrize(
    "name",
    [
        "\u0410nn", "Ann\u03bf", "P\u0430ul", "Bo\u0581",
        "Ann\u09ea", "7\u0b68 Bo", "B\u0d02b", "Ann\u0902",  # like 8, 9, o, n
    ],
)  # fmt: skip
def test_a_name_of_several_alphabets_is_refused(name: str) -> None:
    with pytest.raises(Refusal, match="one alphabet"):
        shown_name(name, 24)


@pytest.mark.parametrize(
    "name", ["\U00010300\U0001030d", "\u2c80\u2c9a", "\u16a8\u16b7", "\U00010320\U00010322"]
)
def test_a_name_in_an_alphabet_of_scholars_is_refused(name: str) -> None:
    with pytest.raises(Refusal, match="in which people write today"):
        shown_name(name, 24)


@pytest.mark.parametrize(
    "name", ["A\u2229\u2229", "B\u25cbb", "Ann\u2212B", "\u221eAda", "\U0001f74cat", "Wi\uffe8ma"]
)
def test_a_name_with_signs_that_could_be_letters_is_refused(name: str) -> None:
    with pytest.raises(Refusal, match="letters, digits, punctuation and emoji"):
        shown_name(name, 24)


@pytest.mark.parametrize("name", ["bot:x", "BOT\ua789x", "\u00b7bot:x", "\U0001d41bot:x", "c md:y"])
def test_a_name_that_reads_like_a_bots_is_refused(name: str) -> None:
    with pytest.raises(Refusal, match="are for bots"):
        shown_name(name, 24)


@pytest.mark.parametrize(
    "name",
    [
        "Ann", "\u0410\u043d\u043d\u0430 7", "\u0395\u03bb\u03ad\u03bd\u03b7", "\u5c0f\u660e Ming",
        "\u30bf\u30ed\u30fc", "\uae40\ucca0\uc218", "\u05d3\u05e0\u05d9", "Nguy\u1ec5n",
        "Ada \U0001f98a", "O\u2019Neill", "\uff21\uff44\uff41", "\u4f50\u3005\u6728",
        "Ada \U0001f1f3\U0001f1f1", "\u2605 Ada \u2b21", "C++ 7\u20ac \u00bd", "\u24b6nn",
        "\u0639\u0644\u06cc \u06f7", "\u0930\u093e\u092e \u096d", "\u2776 Ada", "\u738b\u3007 Ann",
    ],
)  # fmt: skip
def test_a_name_of_one_alphabet_stays(name: str) -> None:
    assert shown_name(name, 24) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Coco", "\u0421\u043e\u0441\u043e"),  # Latin and Cyrillic
        ("KATE", "\u039a\u0391\u03a4\u0395"),  # Latin and Greek
        ("Bill", "BiII"),
        ("Leo0", "le0O"),
        ("modern", "modem"),
        ("Ada", "\uff21\uff44\uff41"),
        ("Ada", "\U0001d400\U0001d41d\U0001d41a"),
        ("Ada Fox", "AdaFox"),
        ("Own", "\u1d0fwn"),  # a small capital
        ("Ann", "\u1d00\u0274\u0274"),
        ("Ingrid", "\u026an\u0261rid"),  # phonetic letters
        ("Bob", "\ua7b4\u1d11b"),
        ("Max", "Ma\ua7b3"),
        ("Mark", "Ma\uab47k"),
        ("Fee", "\uab35e\uab32"),
        ("STAR", "\U00016f3a\U00016f0a\U00016f40\U00016f35"),  # Latin and Miao
        ("Ann", "\u0391\u03b7\u03b7"),  # a Greek alpha and two etas
        ("ANN", "\u03b1\u03b7\u03b7"),
        ("Van", "\u03bd\u03b1\u03b7"),
        ("Nora", "\u041f\u043e\u0433\u0430"),  # Cyrillic pe and ghe
        ("Jack", "\u13ab\u13aa\u13df\u13e6"),  # Cherokee
        ("jack", "\uab7b\uab7a\uabaf\uabb6"),
        ("Bob", "\ua4d0\ua4f3\ua4d0"),  # Lisu
        ("noun", "\u0578\u0585\u057d\u0578"),  # Armenian
        ("Bill", "Bi\u3163\u3163"),  # Hangul vowels, which may stand beside Latin letters
        ("Coco", "C\u3147c\u3147"),
        ("Wim", "VVim"),
        ("Fox 10", "Fox \u0967\u0966"),  # digits of another script
        ("b4Sam", "\u13cf\u13ce\u13da\u13aa\u13b7"),  # all letters and a digit in Cherokee
        ("Greg", "\uab90\uab81\u13ac\u13f3"),  # and small ones
        ("\u65e5\u53e3", "\u66f0\u56d7"),  # characters that are drawn as squares
        ("\u65e5\u53e3", "\u65e5\u30ed"),  # the second in katakana
        ("\u30ab\u30c8", "\u529b\u535c"),  # all in katakana
        ("\u30c4\u30e8", "\u30c3\u30e7"),  # small kana
        ("Jo-Ann", "Jo\u2013Ann"),  # dashes of all kinds
        ("Jo-Ann", "Jo\u2014Ann"),
        ("Jo-Ann", "Jo\u2010Ann"),
        ("Jo-Ann", "Jo\u2212Ann"),
        ("Jo-Ann", "Jo\u30fcAnn"),
        ("Jo-Ann", "Jo\u4e00Ann"),
        ("Jo-Ann", "Jo--Ann"),
        ("\u30bf\u30ed\u30fc", "\u30bf\u30ed\u2014"),
        ("Ann", "An\u0323n"),  # marks below, through and without a shape of their own
        ("Ann", "An\u0338n"),
        ("Ann", "An\u0307n"),
        ("Jos\u00e9", "Jos\u00e9\u0301"),
        ("Zo\u00eb", "Zoe\u030b"),  # accents that look like each other
        ("\u0218tef", "\u015etef"),
        ("Ann", "A.n.n"),  # punctuation
        ("Ann", "\u00b7Ann\u201d"),
        ("O'Neill", "O\u02bcNeill"),
        ("Bob", "\u0253\u00f8b"),  # Latin letters with something to them
        ("Dan", "\u0110an"),
        ("Ann", "\U0001f1e6\U0001f1f3\U0001f1f3"),  # as on a flag
        ("Ann", "\U0001f170\U0001f17d\U0001f17d"),
        ("Max", "Ma\u2715"),
        ("Bill", "Bi\u0964\u0964"),
        ("\u0645\u062d\u0645\u062f", "\u0645\u062d\u0640\u0645\u062f"),  # stretched
        ("\u0643\u0631\u064a\u0645", "\u06a9\u0631\u06cc\u0645"),
    ],
)
def test_names_that_look_alike_are_the_same_name(one: str, other: str) -> None:
    assert look_alike(one, other)
    assert look_alike(other, one)


def test_names_that_look_different_are_different() -> None:
    names = [
        "Ann",
        "Anna",
        "Jos\u00e9",
        "Jose",
        "Fox 27",
        "Fox 28",
        "\u0410\u043d\u043d\u0430",
        "Max",
        "Marx",
        "...",
        "!!!",
        "",
        "Lan",
        "L\u00e2n",
        "L\u00e0n",
        "\u30bf\u30ed",
        "\u30bf\u30ed\u30fc",
        "\u304b\u304f",
        "\u304c\u304f",
        "\u0915\u093f\u0930\u0923",
        "\u0915\u0930\u0923",
        "\U0001f98a",
        "\U0001f43a",
    ]
    for one, other in combinations(names, 2):
        assert not look_alike(one, other), (one, other)
