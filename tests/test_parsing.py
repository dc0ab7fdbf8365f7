"""JSON and TOML from strangers: what Python's parsers read is read the same, and no depth ends in a RecursionError."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.parsing import DEEPEST, TooDeepError, parse_json, parse_toml

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(values)
def test_json_is_read_as_python_reads_it(value: Any) -> None:
    assert parse_json(json.dumps(value).encode()) == value


@given(st.integers(1, 2 * DEEPEST), st.data())
def test_json_has_a_deepest_level(depth: int, data: st.DataObject) -> None:
    value: Any = 1
    for table in data.draw(st.lists(st.booleans(), min_size=depth, max_size=depth)):
        value = {"a": value} if table else [value]
    if depth <= DEEPEST:
        assert parse_json(json.dumps(value).encode()) == value
    else:
        with pytest.raises(TooDeepError):
            parse_json(json.dumps(value).encode())


@pytest.mark.parametrize("data", [b"", b"{", b"\xff", b"9" * 100_000, b"[" * 100_000, b'{"a":' * 100_000])
def test_what_is_not_json_is_a_value_error(data: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 (there are several kinds, and no text is shown to anyone)
        parse_json(data)


@given(st.integers(1, 2 * DEEPEST))
def test_toml_has_a_deepest_level(depth: int) -> None:
    text = "a." * (depth - 1) + "b = 1"
    if depth <= DEEPEST:
        assert parse_toml(text)
    else:
        with pytest.raises(TooDeepError):
            parse_toml(text)
