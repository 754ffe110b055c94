# The user's variables, described without moving them. The work is bounded, whatever they are: what is large is described by its first
# items, and so is all the rest once a list has cost enough. Kinds are compared by identity, unless it is certain that their own
# class is `type`: a class of a class may hash and compare by code of the user.
import array as _array
import collections as _collections
import datetime as _dates
from itertools import islice as _islice

_module_type = type(_builtins)
_type_name = type.__dict__["__name__"].__get__
_type_module = type.__dict__["__module__"].__get__
_mappings = frozenset((dict, _collections.OrderedDict, _collections.defaultdict, _collections.Counter))
_many = _mappings | {list, tuple, set, frozenset, _collections.deque, _array.array}
# Kinds whose text is made of nothing that is the user's.
_with_own_text = {int, float, bool, type(None), complex, range, type, type(_type_name), type(_pack), type(lambda: None)}
_with_own_text |= {_dates.date, _dates.timedelta}
_max_variables, _max_name_chars, _preview_length = 1_000, 200, 500
# The most elements that are looked at, of a variable and of all; the first items of a large collection, and a text form that a
# library makes, count as that many.
_most_elements, _all_elements, _of_head, _of_library = 20_000, 50_000, 100, 1_000
_elements_left = [0]
_deepest, _deepest_value, _shown_items = 100, 32, 20
_most_bits = 4_096
# Values of variables, as JSON text in bytes.
_all_values, _longest_value = 65_536, 2_048
_pretty_encoder = _json.JSONEncoder(ensure_ascii=False, indent=2)
_shortest_encoder = _json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_listing = [None]


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


def SHOW_VARS():
    """The user's variables as text: `name: type`, a line each."""
    lines = ["%s: %s" % (name, _type_name(type(value))) for name, value in _user_variables()]
    _listing[0] = "\n".join(lines) if lines else "No variables created yet."
    return _listing[0]


def _describe_variables(entries, in_cell):
    """Adds descriptions, of the last variable first. Within a cell, which can be stopped, with text forms that libraries make, and with
    the values of short plain data; else nothing runs that a user may have changed. What was added before a stop stays."""
    _elements_left[0], room = _all_elements, _all_values
    for name, value in reversed(_user_variables()[-_max_variables:]):
        entry = _describe(name, value, in_cell)
        data = _short_json(value, entry.pop("isData", False)) if in_cell else None
        if data is not None and len(data) <= room:
            room -= len(data)
            entry["json"] = data.decode()
        entries.append(entry)


def _describe(name, value, in_cell):
    """Type, length and first characters of a value's text form; a length of -1 if that was not made whole."""
    kind = type(value)
    entry = {"name": name, "typeName": _type_name(kind), "totalLength": -1, "preview": ""}
    try:
        if kind is str or kind is bytes or kind is bytearray:
            head = value[:_preview_length]
            entry["totalLength"] = len(value)
            entry["preview"] = head if kind is str else repr(head)[:_preview_length]
        elif type(kind) is type and kind in _many:
            _describe_collection(entry, kind, value, in_cell)
        else:
            _describe_object(entry, kind, value, in_cell)
    except BaseException as error:
        if type(error) is CellInterrupt:
            raise
        entry["preview"] = "<no text form: %s>" % _type_name(type(error))
    return entry


def _describe_object(entry, kind, value, in_cell):
    module = _type_module(kind)
    is_known = type(kind) is type and kind in _with_own_text
    if not is_known:
        _elements_left[0] -= _of_library
    if not is_known and (not in_cell or type(module) is not str or module == "__main__" or _elements_left[0] < 0):
        # The text form of a class of the user's is the user's code, and may never end.
        entry["preview"] = "<%s object>" % _type_name(kind)
    elif isinstance(value, int) and value.bit_length() > _most_bits:
        entry["preview"] = "<integer of %d bits>" % value.bit_length()
    else:
        text = str(value) if not isinstance(value, type) else "<class %r>" % _type_name(value)
        entry["totalLength"], entry["preview"] = len(text), text[:_preview_length]


def _describe_collection(entry, kind, value, in_cell):
    entry["items"] = _size(value)
    most = min(_most_elements, _elements_left[0])
    count, is_plain, is_data, longer = _measure(value, most)
    is_usual = kind is dict or kind is list or kind is tuple
    if count <= most and is_plain and (is_usual or (kind in _mappings and not in_cell)):
        data = dict(dict.items(value)) if kind in _mappings else value
        shortest = len(_shortest_encoder.encode(data))
        entry["totalLength"] = shortest + longer
        entry["preview"] = _first_of(_pretty_encoder.iterencode(data))
        entry["isData"] = is_data and is_usual and shortest <= _longest_value
    elif count <= most and not is_usual and (is_plain or in_cell):
        text = str(value)
        entry["totalLength"], entry["preview"] = len(text), text[:_preview_length]
    else:
        _elements_left[0] -= _of_head
        left_out = "<%s object>" % _type_name(kind)
        entry["preview"] = _head_of(kind, value)[:_preview_length] if _elements_left[0] > 0 else left_out


def _size(value):
    """The number of items, whatever the user did to the library."""
    return dict.__len__(value) if type(value) in _mappings else len(value)


def _measure(value, most):
    """How many elements are in a collection, counted until there are more than `most`; whether all of them are plain data (scalars,
    and dicts, lists and tuples of these), and whether JSON holds it unchanged; and by how many characters its laid out JSON text
    is longer than the shortest one."""
    count, is_plain, is_data, longer, pending = 0, True, True, 0, [(value, 0)]
    while pending:
        holder, depth = pending.pop()
        kind, size = type(holder), _size(holder)
        count += 1 + size
        if count > most or kind is _array.array:
            is_plain = is_plain and not depth
            continue
        _elements_left[0] -= size
        is_plain = is_plain and depth <= _deepest and (not depth or kind is dict or kind is list or kind is tuple)
        is_data = is_data and depth < _deepest_value
        if size:
            # Each item on a line of its own, and the end of all on another.
            longer += size * (3 + 2 * depth) + 1 + 2 * depth
        parts = holder
        if kind in _mappings:
            longer += size
            parts = dict.values(holder)
            for key in dict.keys(holder):
                if type(key) is not str:
                    is_data, is_plain = False, is_plain and _is_scalar(key)
        for part in parts:
            kind = type(part)
            if kind is str:
                count += len(part) // 64
            elif kind is int:
                if not -_safe_integer <= part <= _safe_integer:
                    count += part.bit_length() // 64
                    is_data, is_plain = False, is_plain and part.bit_length() <= _most_bits
            elif kind is float:
                is_data = is_data and part - part == 0
            elif kind is not bool and part is not None:
                if type(kind) is type and kind in _many:
                    pending.append((part, depth + 1))
                else:
                    is_plain = False
    return count, is_plain, is_data, longer


def _is_scalar(value):
    kind = type(value)
    return kind is str or kind is int or kind is float or kind is bool or value is None


def _first_of(texts):
    parts, made = [], 0
    for text in texts:
        parts.append(text)
        made += len(text)
        if made >= _preview_length:
            break
    return "".join(parts)[:_preview_length]


def _head_of(kind, value):
    """The text form of a collection: its first items, without a look at the others."""
    if kind in _mappings:
        shown = ["%s: %s" % (_short(key), _short(item)) for key, item in _islice(dict.items(value), _shown_items)]
    else:
        shown = [_short(item) for item in _islice(value, _shown_items)]
    form = "{%s, ...}" if kind in _mappings or kind is set or kind is frozenset else "[%s, ...]"
    text = form % ", ".join(shown)
    return text if kind in (dict, list, tuple, set) else "%s(%s)" % (_type_name(kind), text)


def _short(value):
    if type(value) is str:
        return repr(value[:80])
    if _is_scalar(value) and not (type(value) is int and value.bit_length() > _most_bits):
        return repr(value)[:80]
    return "<%s>" % _type_name(type(value))


def _short_json(value, is_data):
    """JSON text of plain data that takes few bytes, else None."""
    kind = type(value)
    if kind is str:
        is_data = len(value) < _longest_value
    elif kind is int:
        is_data = -_safe_integer <= value <= _safe_integer
    elif kind is float:
        is_data = value - value == 0
    elif kind is bool or value is None:
        is_data = True
    data = _to_json_trusted(value) if is_data else b""
    return data if 0 < len(data) <= _longest_value else None
