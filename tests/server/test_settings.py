"""Settings from the environment: what is read, and what is refused in one sentence."""

from __future__ import annotations

import pytest

from hexade.contract.reason import Refusal
from hexade.server.settings import Settings, from_environment


def test_variables_become_settings() -> None:
    found = from_environment(
        {
            "HEXADE_SOCKET_RATE": "40", "HEXADE_ORIGINS": "https://a.example https://b.example",
            "HEXADE_TRUST_PROXY": "1", "HEXADE_ACCESS_LOG": "1", "HEXADE_BOT_WORKERS": "-1",
            "HEXADE_BLOCKED": "192.0.2.0/24", "HEXADE_SERVER": "of the page", "PATH": "/bin",
        }
    )  # fmt: skip
    assert found == Settings(
        socket_rate=40, origins=("https://a.example", "https://b.example"), trust_proxy="1",
        access_log=True, bot_workers=-1, blocked=("192.0.2.0/24",),
    )  # fmt: skip


@pytest.mark.parametrize("origin", ["example.org", "https://example.org/", "https://a/b", "*"])
def test_an_origin_that_no_browser_sends_is_refused(origin: str) -> None:
    with pytest.raises(Refusal) as refused:
        from_environment({"HEXADE_ORIGINS": f"https://a.example:8443 app://a {origin}"})
    said = f"HEXADE_ORIGINS: {origin!r} is not an origin, such as https://example.org"
    assert refused.value.reason.text == said


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("HEXADE_SOKET_RATE", "there is no setting HEXADE_SOKET_RATE: did you mean HEXADE_SOCKET_"),
        ("HEXADE_TRUSTPROXY", "did you mean HEXADE_TRUST_PROXY?"),
        ("HEXADE_XYZZY", "there is no setting HEXADE_XYZZY; docs/server.md has all settings"),
    ],
)
def test_an_unknown_variable_is_refused_with_the_nearest_name(name: str, said: str) -> None:
    with pytest.raises(Refusal) as refused:
        from_environment({name: "1"})
    assert said in refused.value.reason.text


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SOCKET_RATE", "-1"), ("SOCKET_RATE", "nan"), ("SOCKET_RATE", "inf"), ("SOCKET_RATE", "x"),
        ("ADDRESS_SOCKETS", "-5"), ("ADDRESS_SOCKETS", "2.5"), ("HOLD_S", "-0.5"),
        ("MESSAGE_BYTES", "0"), ("BOT_WORKERS", "-2"), ("LOG_LEVEL", "loud"), ("ACCESS_LOG", "?"),
        ("KEEP_CHAT_DAYS", "-1"), ("KEEP_FINISHED_DAYS", "nan"), ("KEEP_ADDRESSES_S", "-1"),
    ],
)  # fmt: skip
def test_numbers_that_make_no_sense_are_refused(name: str, value: str) -> None:
    with pytest.raises(Refusal) as refused:
        from_environment({f"HEXADE_{name}": value})
    said = f"HEXADE_{name} is {value!r}, but must be "
    assert refused.value.reason.text.startswith(said)


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("KEEP_CHAT_DAYS", "-1", "a number from 0 to 1000000000"),
        ("MESSAGE_BYTES", "many", "a whole number from 1 to 1000000000"),
        ("ACCESS_LOG", "yes", "0 or 1"),
        ("LOG_LEVEL", "loud", "one of debug, error, info, warning"),
    ],
)
def test_a_refused_value_is_named_with_what_it_may_be(name: str, value: str, wanted: str) -> None:
    with pytest.raises(Refusal) as refused:
        from_environment({f"HEXADE_{name}": value})
    assert refused.value.reason.text == f"HEXADE_{name} is {value!r}, but must be {wanted}"
