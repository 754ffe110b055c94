# Values leave as JSON text, made here by functions that the cell cannot replace.
import sys as _sys

for _name in [n for n in _sys.modules if n == "json" or n.startswith("json.")]:
    del _sys.modules[_name]
import json as _json

# The cell's own `import json` gets a second copy.
for _name in [n for n in _sys.modules if n == "json" or n.startswith("json.")]:
    del _sys.modules[_name]
import json as _public_json

_loads = _json.JSONDecoder().decode
_safe_integer = 2**53 - 1
_limits = {"maxValueDepth": 100, "maxValueBytes": 1 << 23, "maxValueNodes": 100_000, "maxValueDigits": 4300, "maxPendingCalls": 256}


class _Refused(Exception):
    """A part of a value that is no data: what is wrong with it, and the steps that lead to it, the last one first."""

    def __init__(self, problem, kind=TypeError):
        self.problem, self.kind, self.path = problem, kind, []


def _charge(left, size, parts=0):
    """Takes from the bytes and the parts that are left of a value; bytes are counted as characters, and too few."""
    left[0] -= size
    left[1] -= parts
    if left[0] < 0:
        raise ValueError(
            "the value is larger than %d bytes (limit maxValueBytes): pass on less, or in parts"
            % _limits["maxValueBytes"]
        )
    if left[1] < 0:
        raise ValueError(
            "the value has more than %d parts (scalars, lists, objects, keys; limit maxValueNodes): "
            "pass on less, or one text" % _limits["maxValueNodes"]
        )


def _data(value, depth, left):
    """A value as plain data: a copy, so that what is encoded is what was counted."""
    kind = type(value)
    if kind is str:
        # Looked at with the next collection, or at the end: it takes no more memory for that.
        left[0] -= len(value)
    elif kind is int:
        if not -_safe_integer <= value <= _safe_integer:
            return _integer_text(value)
    elif kind is float:
        if value - value != 0:
            raise _Refused("is %r, which JSON cannot hold: %s" % (value, _finite_advice), ValueError)
    elif kind is not bool and value is not None:
        if depth <= 0:
            raise ValueError(
                "the value is nested more than %d deep (or contains itself), so it cannot be passed on "
                "(limit maxValueDepth)" % _limits["maxValueDepth"]
            )
        return (_data_of_dict if kind is dict else _data_of_other)(value, depth, left)
    return value


def _integer_text(value):
    # Ten bits are three digits; making many is slow.
    if value.bit_length() * 3 // 10 > _limits["maxValueDigits"]:
        raise ValueError(
            "the value has a number of more than %d digits (limit maxValueDigits): pass it on in parts"
            % _limits["maxValueDigits"]
        )
    return str(value)


def _data_of_other(value, depth, left):
    kind = type(value)
    if isinstance(value, dict):
        return _data_of_dict(value, depth, left)
    if isinstance(value, (list, tuple, set, frozenset, range)) or kind.__name__ in _views:
        size, parts = len(value), []
        _charge(left, size, size)
        try:
            for item in value:
                parts.append(_data(item, depth - 1, left))
        except _Refused as refused:
            refused.path.append(len(parts))
            raise
        # A class of the user's may say that it is shorter than it is.
        _charge(left, 0, len(parts) - size)
        return parts
    for plain in (int, float):
        if isinstance(value, plain):
            return _data(plain(value), depth, left)
    if isinstance(value, str):
        return _data(str.__str__(value), depth, left)
    if hasattr(kind, "__dataclass_fields__") and not isinstance(value, BaseException):
        from dataclasses import fields

        return _data({field.name: getattr(value, field.name) for field in fields(value)}, depth, left)
    problem = _problem(value, kind)
    if problem is not None:
        raise _Refused(problem)
    return _data(str(value), depth, left)


def _data_of_dict(value, depth, left):
    fields = {}
    _charge(left, dict.__len__(value), 2 * dict.__len__(value))
    for key, item in dict.items(value):
        name = key if type(key) is str else _key(key)
        if name is None:
            kind = _article(type(key).__name__)
            raise _Refused("has a key that is %s: use texts as keys, or give list(it.items())" % kind)
        if name in fields:
            raise _Refused("has two keys %r in JSON: use texts as keys" % name)
        left[0] -= len(name)
        try:
            fields[name] = _data(item, depth - 1, left)
        except _Refused as refused:
            refused.path.append(name)
            raise
    return fields


_finite_advice = "test it with math.isfinite, and give a number or a text"


def _problem(value, kind):
    """Why a value is not data; None if its text gives it whole (a date, a decimal)."""
    if isinstance(value, BaseException):
        return _not_data(kind, "write str(error) or repr(error)")
    if isinstance(value, (bytes, bytearray, memoryview)):
        return _not_data(kind, "write it.decode() for a text, or list(it) for a list of numbers")
    if hasattr(kind, "__await__"):
        return 'is %s: write "await" before it' % _article(kind.__name__)
    if hasattr(kind, "__next__"):
        return _not_data(kind, "write list(it)")
    if kind.__name__ == "FileText":
        return "is a text in a file: give parts of it, as it[0:1_000_000]"
    if kind.__name__ == "Pattern":
        return _not_data(kind, "write it.pattern")
    if kind.__name__ == "Match":
        return _not_data(kind, "write it.group()")
    if hasattr(kind, "tolist"):
        return _not_data(kind, "write it.tolist()")
    if hasattr(kind, "to_dict"):
        return _not_data(kind, "write it.to_dict()")
    if hasattr(kind, "is_finite") and not value.is_finite():
        return "is %s, which JSON cannot hold: test it with it.is_finite(), and give a number or a text" % value
    if callable(value):
        return _not_data(kind, "call it, and give what it returns")
    return None if _has_text(value, kind) else _not_data(kind, _fields_advice)


_fields_advice = "give vars(it), or its data as a text, a list or a dict"


def _not_data(kind, advice):
    return "is %s, which JSON cannot hold: %s" % (_article(kind.__name__), advice)


def _article(name):
    if name == "bytes":
        return name
    return ("an " if name[:1] in "AEIOUaeiou" else "a ") + name[:100]


def _path_text(steps, root, named_at):
    """The first steps as code writes them; of a long path, its beginning and its end."""
    if steps and steps[0] == named_at:
        # A keyword is called by its name.
        steps, root = steps[1:], ""
    shown = [_step_text(step) for step in steps]
    if len(shown) > 12:
        shown[6:-6] = ["..."]
    text = root + "".join(shown)
    return text if root else text.removeprefix(".")


def _step_text(step):
    if type(step) is int:
        return "[%d]" % step
    if len(step) > 60:
        return "[a key of %d characters]" % len(step)
    return "." + step if step.isidentifier() else "[" + _encode(step) + "]"


def _has_text(value, kind):
    """Whether the text form shows the value, not only its address."""
    if kind in _bare:
        return False
    if kind.__str__ is not object.__str__:
        return True
    # `<re.Match object; ...>` names a value, and does not give it.
    return kind.__repr__ is not object.__repr__ and repr(value)[:1] != "<"


_bare = frozenset((type(_sys), type(_sys._getframe()), type(...), type(NotImplemented)))
_views = frozenset(("dict_keys", "dict_values", "dict_items", "deque"))
_text_modules = frozenset(("datetime", "decimal", "fractions", "uuid", "pathlib", "ipaddress"))


def _key(key):
    """A key as a text; None for one that JSON cannot hold."""
    if isinstance(key, str):
        return str.__str__(key)
    if key is None or key is True or key is False:
        return {None: "null", True: "true", False: "false"}[key]
    kind = type(key)
    if isinstance(key, (int, float)) or kind.__module__ in _text_modules or hasattr(kind, "__members__"):
        return str(key)
    return None


_encoder = _json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
_ascii_encoder = _json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(",", ":"))
_encode, _encode_ascii = _encoder.encode, _ascii_encoder.encode


def _to_json(value, owner, root, named_at=-1):
    """JSON text as bytes, for values of the cell: bounded in depth, size, parts and digits. `owner` is what the value is given
    to, and `root` its name, with which paths begin; the part `named_at` is a dict of keywords."""
    left = [_limits["maxValueBytes"], _limits["maxValueNodes"] - 1]
    try:
        data = _data(value, _limits["maxValueDepth"], left)
    except _Refused as refused:
        path = _path_text(refused.path[::-1], root, named_at)
        raise refused.kind("%s: %s %s" % (owner, path, refused.problem)) from None
    _charge(left, 0)
    return _to_json_trusted(data, _limits["maxValueBytes"])


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
