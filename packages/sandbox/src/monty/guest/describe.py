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


def _rlm_describe(name, value, size):
    kind = type(value).__name__
    if kind in ("module", "builtin_function_or_method"):
        return None
    if kind == "type" and (name in _rlm_builtin_types or name.endswith("Error")):
        return None
    if kind == "str":
        return [name, kind, len(value), value[:size]]
    if kind in ("list", "tuple", "dict", "set", "frozenset", "bytes", "deque"):
        if _rlm_weigh(value, 20000) < 0:
            return [name, kind, -1, "<" + kind + " of " + str(len(value)) + ">"]
    text = str(value)
    return [name, kind, len(text), text[:size]]
