# The user's variables, described without moving them.
import array as _array
import collections as _collections
import datetime as _dates
import decimal as _decimal
from itertools import islice as _islice

_module_type = type(_builtins)
_type_name = type.__dict__["__name__"].__get__
_type_module = type.__dict__["__module__"].__get__
_measured = 20_000
_max_name_chars = 200
_scalar_kinds = frozenset((str, int, float, bool, type(None)))
_mappings = frozenset(
    (dict, _collections.OrderedDict, _collections.defaultdict, _collections.Counter)
)
_bags = frozenset((set, frozenset, _collections.deque))
_collections_of_items = _mappings | _bags | {list, tuple, _array.array}
# How deep is looked into collections, to see how large they are.
_deepest_count = 20
_shown_items = 20
# Kinds whose text is made of nothing that is the user's.
_with_own_text = _scalar_kinds | {complex, range, type, type(_type_name), type(_pack)}
_with_own_text |= {type(lambda: None), _decimal.Decimal, _dates.date, _dates.timedelta}


def _is_own(name):
    """Whether a name is the sandbox's own, and so none of the user's variables."""
    return name in _reserved or (name == "answer" and "answer" in _dialects)


def _user_variables():
    return [
        (name, value)
        for name, value in list(_user.items())
        if type(name) is str
        and name[:1] != "_"
        and len(name) <= _max_name_chars
        and not _is_own(name)
        and type(value) is not _module_type
    ]


def _size(value):
    """The number of items, whatever the user did to the library."""
    return dict.__len__(value) if type(value) in _mappings else len(value)


def _count_items(value, left, depth=0):
    """As `_weigh`, with the collections of the library too; -1 beyond `left`. All else counts as one element."""
    kind = type(value)
    if kind is str:
        return left - 1 - len(value) // 64
    if not _is_usual(kind) or kind not in _collections_of_items or depth == _deepest_count:
        return left - 1
    left -= 1 + _size(value)
    if left < 0 or kind is _array.array:
        return left
    for part in dict.values(value) if kind in _mappings else value:
        left = _count_items(part, left, depth + 1)
        if left < 0:
            return -1
    return left


def _as_plain(value):
    """The mappings of the library as dicts, so that no text form of theirs is run."""
    kind = type(value)
    return dict(dict.items(value)) if kind in _mappings and kind is not dict else value


def _runs_only_own(kind, value):
    """Whether the text form of a value runs none of the user's code, whatever the user did to the library."""
    return kind in _with_own_text or (
        kind in _bags and len(value) <= _measured and _weigh(list(value), _measured) >= 0
    )


def _is_usual(kind):
    """Whether a class is one of `type`: others may hash and compare themselves by code of the user."""
    return type(kind) is type


def _is_users(kind):
    """Whether a class is the user's own: its text form is the user's code, and may never end."""
    module = _type_module(kind)
    return type(module) is not str or module == "__main__"


def _describe(name, value, size, is_strict=False):
    """Type, length and first characters of the value's text form; -1 if measuring costs too much, or would run the
    user's code. Strictly: also if a library's text form might."""
    shown = type(value)
    if shown is str:
        return {"name": name, "typeName": "str", "totalLength": len(value), "preview": value[:size]}
    entry = {"name": name, "typeName": _type_name(shown), "totalLength": -1, "preview": ""}
    if _is_usual(shown):
        if is_strict and shown in _mappings and _size(value) <= _measured:
            value = _as_plain(value)
        if shown in _collections_of_items:
            entry["items"] = _size(value)
    kind = type(value)
    try:
        if not _is_usual(kind):
            _describe_object(entry, value, size, is_strict)
        elif kind in (bytes, bytearray):
            entry["totalLength"], entry["preview"] = len(value), repr(value[:size])[:size]
        elif kind in (dict, list, tuple):
            _describe_container(entry, value, size)
        elif kind in _collections_of_items and _count_items(value, _measured) < 0:
            entry["preview"] = _head_of(value)[:size]
        else:
            _describe_object(entry, value, size, is_strict and not _runs_only_own(kind, value))
    except BaseException as error:
        if type(error) is CellInterrupt:
            raise
        entry["preview"] = "<no text form: %s>" % _type_name(type(error))
    return entry


def _describe_object(entry, value, size, is_hidden):
    kind = type(value)
    if is_hidden or _is_users(kind):
        entry["preview"] = "<%s object>" % _type_name(kind)
    elif isinstance(value, int) and abs(value) >= 1 << 4096:
        entry["preview"] = "<integer of %d bits>" % value.bit_length()
    else:
        text = str(value) if not isinstance(value, type) else "<class %r>" % _type_name(value)
        entry["totalLength"], entry["preview"] = len(text), text[:size]


def _describe_container(entry, value, size):
    _layout[0], _is_deep[0] = 0, False
    if _weigh(value, _measured) >= 0:
        entry["totalLength"], entry["preview"] = _laid_out(value, size)
        return
    entry["preview"] = _head_of(value)[:size]


def _head_of(value):
    """The text form of a large collection: its first items, without a look at the others."""
    kind = type(value)
    if kind in _mappings:
        head = _islice(dict.items(value), _shown_items)
        shown = ["%s: %s" % (_short(key), _short(item)) for key, item in head]
    else:
        shown = [_short(item) for item in _islice(value, _shown_items)]
    form = "{%s, ...}" if kind in _mappings or kind in (set, frozenset) else "[%s, ...]"
    text = form % ", ".join(shown)
    return text if kind in (dict, list, tuple, set) else "%s(%s)" % (_type_name(kind), text)


def _short(value):
    if type(value) is str:
        return repr(value[:80])
    if _is_scalar(value):
        return repr(value)[:80]
    return "<%s>" % _type_name(type(value))


# Kinds whose text form is the same, strictly or not.
_described_alike = _with_own_text | {dict, list, tuple, bytes, bytearray}
_listing = [None]


def SHOW_VARS():
    """The user's variables as text: `name: type`, a line each."""
    lines = ["%s: %s" % (name, _type_name(type(value))) for name, value in _user_variables()]
    _listing[0] = "\n".join(lines) if lines else "No variables created yet."
    return _listing[0]


_max_variables = 1_000
_preview_length = 500
_all_values = 65_536
_max_value_chars = 2_048


def _variables_json(count, size):
    """Descriptions; nothing of the user's is run for them, since no cell is there to be stopped."""
    chosen = _user_variables()[-count:]
    return _to_json_trusted([_describe(name, value, size, True) for name, value in chosen])


# Descriptions of plain data in the last list, by name, as JSON text: with the value if it cannot change, its kind, and the JSON
# text that they were made of.
_known_data = [{}]
# In place of a value that may change.
_changing = object()


def _locals_json(count, size):
    """Descriptions, and the values of short plain data. Also text forms that a library may have made, while the cell can
    still be stopped: `plain` is then what `_variables_json` would say."""
    parts, left = [], _all_values
    before, now = _known_data[0], {}
    for name, value in _user_variables()[-count:]:
        known = before.get(name)
        if known is None or known[0] is not value or len(known[2]) > left:
            data = _small_json(value, min(left, _max_value_chars))
            if data is None:
                parts.append(_to_json_trusted(_describe_fully(name, value, size)))
                continue
            kind = type(value)
            if known is None or known[1] is not kind or known[2] != data:
                entry = _describe(name, value, size, True)
                entry["json"] = data.decode()
                fixed = value if kind in _scalar_kinds else _changing
                known = fixed, kind, data, _to_json_trusted(entry)
        left -= len(known[2])
        now[name] = known
        parts.append(known[3])
    _known_data[0] = now
    return b"[" + b",".join(parts) + b"]"


def _describe_fully(name, value, size):
    entry = _describe(name, value, size, True)
    kind = type(value)
    if _is_usual(kind) and kind in _described_alike:
        return entry
    shown = _describe(name, value, size)
    if shown == entry:
        return entry
    shown["plain"] = {key: entry[key] for key in ("totalLength", "preview")}
    return shown
