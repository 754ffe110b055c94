# Values leave as JSON text, made here by functions that the cell cannot replace.
import sys as _sys

for _name in [n for n in _sys.modules if n == "json" or n.startswith("json.")]:
    del _sys.modules[_name]
import json as _json
import dataclasses as _dataclasses

# The cell's own `import json` gets a second copy.
for _name in [n for n in _sys.modules if n == "json" or n.startswith("json.")]:
    del _sys.modules[_name]
import json as _public_json

_loads = _json.JSONDecoder().decode
_safe_integer = 2**53 - 1
_limits = {"maxValueDepth": 100, "maxValueBytes": 1 << 23, "maxValueNodes": 100_000, "maxValueDigits": 4300}
_constants = frozenset((bool, type(None)))
_scalars = _constants | {str}


def _charge(budget, size):
    budget[0] -= size
    if budget[0] < 0:
        raise ValueError(
            "the value is larger than %d bytes (limit maxValueBytes): pass on less, or in parts"
            % _limits["maxValueBytes"]
        )


def _count(budget, nodes):
    budget[1] -= nodes
    if budget[1] < 0:
        raise ValueError(
            "the value has more than %d parts (scalars, lists, objects, keys; limit maxValueNodes): "
            "pass on less, or one text" % _limits["maxValueNodes"]
        )


def _too_deep():
    return ValueError(
        "the value is nested more than %d deep (or contains itself), so it cannot be passed on "
        "(limit maxValueDepth)" % _limits["maxValueDepth"]
    )


def _integer_text(value):
    # Ten bits are three digits; making many is slow.
    if value.bit_length() * 3 // 10 > _limits["maxValueDigits"]:
        raise ValueError(
            "the value has a number of more than %d digits (limit maxValueDigits): pass it on in parts"
            % _limits["maxValueDigits"]
        )
    return str(value)


def _inspect(value, depth, budget):
    """Raises if a value is too deep or too large; reports what needs translation."""
    kind = type(value)
    if kind is str:
        _charge(budget, len(value))
        return False
    if kind in _scalars:
        return False
    if kind is int:
        return not -_safe_integer <= value <= _safe_integer
    if kind is float:
        return value != value or value in (float("inf"), float("-inf"))
    if kind is dict:
        items = value.values()
    elif kind is list or kind is tuple:
        items = value
    else:
        return True
    if depth <= 0:
        raise _too_deep()
    _charge(budget, len(items))
    _count(budget, len(items) * (2 if kind is dict else 1))
    irregular = False
    if kind is dict:
        for key in value:
            if type(key) is str:
                _charge(budget, len(key))
            else:
                irregular = True
    for item in items:
        if type(item) not in _constants and _inspect(item, depth - 1, budget):
            irregular = True
    return irregular


def _translate(value, depth, budget):
    kind = type(value)
    _count(budget, 1)
    if kind in _scalars:
        return value
    if kind is int:
        return value if -_safe_integer <= value <= _safe_integer else _integer_text(value)
    if kind is float:
        return None if value != value or value in (float("inf"), float("-inf")) else value
    if depth <= 0:
        raise _too_deep()
    if isinstance(value, dict):
        return {_key(k): _translate(v, depth - 1, budget) for k, v in dict.items(value)}
    if isinstance(value, (list, tuple, set, frozenset, range)) or kind.__name__ in _views:
        return [_translate(item, depth - 1, budget) for item in value]
    if isinstance(value, (bytes, bytearray)):
        return bytes(value).decode("utf-8", "replace")
    if isinstance(value, bool):
        return bool(value)
    if isinstance(value, int):
        return _translate(int(value), depth, budget)
    if isinstance(value, float):
        return _translate(float(value), depth, budget)
    if isinstance(value, str):
        return str.__str__(value)
    if _dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = _dataclasses.fields(value)
        return {f.name: _translate(getattr(value, f.name), depth - 1, budget) for f in fields}
    if _has_text(kind) and not callable(value):
        return str(value)
    raise TypeError("a value of type %s is no data, so it cannot be passed on" % kind.__name__)


def _has_text(kind):
    """Whether the text form shows the value (a date, a decimal), not only its address."""
    if hasattr(kind, "__next__") or hasattr(kind, "__await__") or kind in _bare:
        return False
    return kind.__str__ is not object.__str__ or kind.__repr__ is not object.__repr__


_bare = frozenset((type(_sys), type(_sys._getframe()), memoryview))
_views = frozenset(("dict_keys", "dict_values", "dict_items", "deque"))


def _key(key):
    if type(key) is str:
        return key
    if key is None or key is True or key is False:
        return {None: "null", True: "true", False: "false"}[key]
    return str(key)


_encoder = _json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
_ascii_encoder = _json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(",", ":"))
_encode, _encode_ascii = _encoder.encode, _ascii_encoder.encode


def _to_json(value):
    """JSON text as bytes, for values of the cell: bounded in depth, size, parts and digits."""
    depth, budget = _limits["maxValueDepth"], [_limits["maxValueBytes"], _limits["maxValueNodes"]]
    _count(budget, 1)
    if _inspect(value, depth, budget):
        value = _translate(value, depth, budget[:1] + [_limits["maxValueNodes"]])
        # The result may be longer, and have keys that were not counted.
        budget = [_limits["maxValueBytes"], _limits["maxValueNodes"]]
        _count(budget, 1)
        _inspect(value, depth, budget)
    return _to_json_trusted(value, _limits["maxValueBytes"])


def _to_json_trusted(value, limit=1 << 30):
    text = _encode(value)
    try:
        data = text.encode()
    except UnicodeEncodeError:
        data = _encode_ascii(value).encode()
    if len(data) > limit:
        raise ValueError(
            "the value takes %d bytes, the limit is %d (limit maxValueBytes)" % (len(data), limit)
        )
    return data
