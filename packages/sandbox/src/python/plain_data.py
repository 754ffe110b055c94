# Plain data (texts, numbers, lists, dicts of exactly these types): how much there is, and its JSON text. Runs none of the
# user's code: kinds are compared by identity, since the class of a class may hash and compare it by code of the user.
_pretty_encoder = _json.JSONEncoder(ensure_ascii=False, indent=2)
_shortest_encoder = _json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_deepest_value = 32
# Characters by which the laid out JSON text of what `_weigh` has seen is longer than the shortest one, and whether it
# is nested so deeply that it cannot be laid out.
_layout, _is_deep = [0], [False]
_deepest_layout = 100


def _weigh(value, left, depth=0):
    """Elements in nested containers, until `left` are counted; below 0 beyond that, or for other types."""
    kind = type(value)
    if kind is str:
        return left - 1 - len(value) // 64
    if kind is int:
        return left - 1 - value.bit_length() // 64
    if kind is float or kind is bool or value is None:
        return left - 1
    if kind is not dict and kind is not list and kind is not tuple:
        return -1
    size = len(value)
    left -= 1 + size
    if left < 0 or not size:
        return left
    # Each item on a line of its own, and the end of all on another.
    _layout[0] += size * (3 + 2 * depth) + 1 + 2 * depth
    if depth > _deepest_layout:
        _is_deep[0] = True
    parts = value
    if kind is dict:
        _layout[0] += size
        parts = value.values()
        for key in value:
            if type(key) is not str and not _is_scalar(key):
                return -1
    for part in parts:
        kind = type(part)
        if kind is str:
            left -= 1 + len(part) // 64
        elif kind is int:
            left -= 1 + part.bit_length() // 64
        else:
            left = _weigh(part, left, depth + 1)
        if left < 0:
            return -1
    return left


def _is_scalar(value):
    kind = type(value)
    return kind is str or kind is int or kind is float or kind is bool or value is None


# What was laid out, by its shortest text if that is short: variables are described after each cell, and often the same.
_made = {}
_longest_kept, _most_kept = 4_096, 64


def _laid_out(value, size):
    """The length and the first characters of the JSON text of what was weighed, with a line for each item. The rest is
    not made: that takes Python code for each part."""
    try:
        if _is_deep[0]:
            raise RecursionError
        text = _shortest_encoder.encode(value)
        known = _made.get(text) if len(text) <= _longest_kept else None
        if known is None or known[0] != size:
            known = size, len(text) + _layout[0], _first_of(_pretty_encoder.iterencode(value), size)
            if len(text) <= _longest_kept:
                if len(_made) >= _most_kept:
                    _made.clear()
                _made[text] = known
        return known[1:]
    except (TypeError, ValueError, RecursionError):
        text = _pretty(value)
        return len(text), text[:size]


def _first_of(texts, size):
    parts, made = [], 0
    for text in texts:
        parts.append(text)
        made += len(text)
        if made >= size:
            break
    return "".join(parts)[:size]


def _pretty(value):
    try:
        return _pretty_encoder.encode(value)
    except (TypeError, ValueError, RecursionError):
        return str(value)


def _room_after(value, left, depth):
    """What is left of a number of characters after the JSON text of a list or an object, at most; below 0 for all that is
    no plain data."""
    kind = type(value)
    size = len(value) if kind is dict or kind is list or kind is tuple else -1
    # Brackets and commas, and a character for each item at least.
    left -= 1 + size
    if size < 0 or left < size or depth >= _deepest_value:
        return -1
    parts = value
    if kind is dict:
        parts = value.values()
        for key in value:
            if type(key) is not str:
                return -1
            left -= 3 + len(key)
    for part in parts:
        if left < 0:
            return -1
        kind = type(part)
        if kind is str:
            left -= 2 + len(part)
        elif kind is int:
            if not -_safe_integer <= part <= _safe_integer:
                return -1
            left -= 1 if part < 100 else 3
        elif kind is float:
            if part - part != 0:
                return -1
            left -= 3
        elif kind is bool or part is None:
            left -= 4
        else:
            left = _room_after(part, left, depth + 1)
    return left


def _small_json(value, longest):
    """JSON text of plain data that takes at most a number of bytes; runs none of the user's code."""
    kind = type(value)
    if kind is str:
        is_plain = len(value) < longest
    elif kind is int:
        is_plain = -_safe_integer <= value <= _safe_integer
    elif kind is float:
        is_plain = value - value == 0
    else:
        is_plain = kind is bool or value is None or _room_after(value, longest, 0) >= 0
    if not is_plain or longest <= 0:
        return None
    data = _to_json_trusted(value)
    return data if len(data) <= longest else None
