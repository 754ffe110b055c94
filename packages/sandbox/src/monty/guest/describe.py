HostCallError = RuntimeError

_rlm_builtin_types = (
    "int str float bool list dict tuple set frozenset bytes type object range slice "
    "enumerate zip map filter reversed property Exception BaseException"
).split()


def _rlm_weigh(value, left):
    kind = type(value).__name__
    if kind == "str":
        return left - 1 - len(value) // 64
    if kind in ("int", "float", "bool", "NoneType"):
        return left - 1
    if kind == "dict":
        left = left - 1 - len(value)
        if left < 0:
            return -1
        for part in value.values():
            left = _rlm_weigh(part, left)
            if left < 0:
                return -1
        return left
    if kind in ("list", "tuple"):
        left = left - 1 - len(value)
        if left < 0:
            return -1
        for part in value:
            left = _rlm_weigh(part, left)
            if left < 0:
                return -1
        return left
    return -1


def _rlm_room_after(value, left, depth):
    kind = type(value).__name__
    left -= 1
    if kind == "str":
        return left - len(value)
    if kind == "int":
        return left if -9007199254740991 <= value <= 9007199254740991 else -1
    if kind == "float":
        return left if value - value == 0 else -1
    if kind in ("bool", "NoneType"):
        return left
    if depth >= 16 or kind not in ("dict", "list", "tuple") or len(value) > left:
        return -1
    parts = value
    if kind == "dict":
        parts = value.values()
        for key in value:
            if type(key).__name__ != "str":
                return -1
            left -= len(key)
    for part in parts:
        if left < 0:
            return -1
        left = _rlm_room_after(part, left, depth + 1)
    return left


def _rlm_local(name, value, size, longest):
    row = _rlm_describe(name, value, size)
    if row is not None and longest > 0:
        left = _rlm_room_after(value, longest, 0)
        if left >= 0:
            row.append(value)
            row.append(longest - left)
    return row


def _rlm_describe(name, value, size):
    kind = type(value).__name__
    if kind in ("module", "builtin_function_or_method"):
        return None
    if kind == "type" and (name in _rlm_builtin_types or name.endswith("Error")):
        return None
    if kind == "str":
        return [name, kind, len(value), value[:size], None]
    items = len(value) if kind in ("list", "tuple", "dict", "set", "frozenset", "deque") else None
    if items is not None or kind == "bytes":
        if _rlm_weigh(value, 20000) < 0:
            return [name, kind, -1, "<" + kind + " of " + str(len(value)) + ">", items]
    text = str(value)
    return [name, kind, len(text), text[:size], items]


def _rlm_show(value, size):
    kind = type(value).__name__
    half = size // 2
    if kind == "str" and len(value) > size:
        left = f"{len(value) - 2 * half:,}"
        return repr(value[:half]) + "\n... (" + left + " characters left out) ...\n" + repr(value[-half:])
    if kind in ("list", "tuple") and len(value) > size:
        text = repr(value[:100])
        return text[:-1] + ", ... (" + f"{len(value) - 100:,}" + " more)" + text[-1]
    text = repr(value)
    if len(text) <= size:
        return text
    left = f"{len(text) - 2 * half:,}"
    return text[:half] + "\n... (" + left + " characters left out) ...\n" + text[-half:]
