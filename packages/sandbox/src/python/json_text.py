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


class _Writer:
    """What the parts of a value have in common while it is translated."""

    def __init__(self, owner, root, named_at, budget):
        self.owner, self.root, self.named_at, self.budget = owner, root, named_at, budget
        self.path = []


def _translate(value, depth, writer):
    """A value as plain data. Raises for what JSON cannot hold, with its path and what to write instead."""
    kind = type(value)
    _count(writer.budget, 1)
    if kind in _scalars:
        return value
    if kind is int:
        return value if -_safe_integer <= value <= _safe_integer else _integer_text(value)
    if kind is float:
        if value != value or value in (float("inf"), float("-inf")):
            raise _refusal(writer, "is %r, which JSON cannot hold: %s" % (value, _finite_advice), ValueError)
        return value
    if depth <= 0:
        raise _too_deep()
    if isinstance(value, dict):
        return _translate_dict(value, depth, writer)
    if isinstance(value, (list, tuple, set, frozenset, range)) or kind.__name__ in _views:
        return [_part(at, item, depth, writer) for at, item in enumerate(value)]
    if isinstance(value, bool):
        return bool(value)
    if isinstance(value, int):
        return _translate(int(value), depth, writer)
    if isinstance(value, float):
        return _translate(float(value), depth, writer)
    if isinstance(value, str):
        return str.__str__(value)
    if _is_record(value):
        fields = _dataclasses.fields(value)
        return {f.name: _part(f.name, getattr(value, f.name), depth, writer) for f in fields}
    problem = _problem(value, kind)
    if problem is not None:
        raise _refusal(writer, problem)
    return str(value)


def _part(step, value, depth, writer):
    writer.path.append(step)
    data = _translate(value, depth - 1, writer)
    writer.path.pop()
    return data


def _translate_dict(value, depth, writer):
    fields = {}
    for key, item in dict.items(value):
        name = _key(key)
        if name is None:
            kind = _article(type(key).__name__)
            raise _refusal(
                writer, "has a key that is %s: use texts as keys, or give list(it.items())" % kind
            )
        if name in fields:
            raise _refusal(writer, "has two keys %r in JSON: use texts as keys" % name)
        fields[name] = _part(name, item, depth, writer)
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


def _is_record(value):
    is_record = _dataclasses.is_dataclass(value) and not isinstance(value, type)
    return is_record and not isinstance(value, BaseException)


def _not_data(kind, advice):
    return "is %s, which JSON cannot hold: %s" % (_article(kind.__name__), advice)


def _article(name):
    if name == "bytes":
        return name
    return ("an " if name[:1] in "AEIOUaeiou" else "a ") + name[:100]


def _refusal(writer, problem, kind=TypeError):
    return kind("%s: %s %s" % (writer.owner, _path_text(writer), problem))


def _path_text(writer):
    """The first steps as code writes them; of a long path, its beginning and its end."""
    steps, root = writer.path, writer.root
    if steps and steps[0] == writer.named_at:
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
    depth, budget = _limits["maxValueDepth"], [_limits["maxValueBytes"], _limits["maxValueNodes"]]
    _count(budget, 1)
    if _inspect(value, depth, budget):
        writer = _Writer(owner, root, named_at, budget[:1] + [_limits["maxValueNodes"]])
        value = _translate(value, depth, writer)
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
