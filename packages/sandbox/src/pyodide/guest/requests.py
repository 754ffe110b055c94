# The host's requests between cells: set, get, list.


def _set_json(frame):
    _assign(frame, _loads(frame["json"]))
    return {}, b""


def _set_parts(frame):
    """A text (or several, in a template) whose characters the worker writes into place."""
    parts = [_receive_text(*part) for part in frame["parts"]]
    _assign(frame, parts[0])
    return {}, b""


def _receive_text(length, widest):
    """Makes a string of the right size and kind; the host's characters are written over it."""
    width = 1 if widest < 256 else 2 if widest < 65536 else 4
    text = chr(widest) * length
    _ask(84, _pack("<III", id(text) + text.__sizeof__() - (length + 1) * width, length, width))
    return text


def _get(frame):
    name = frame["name"]
    if name not in _user:
        return {"error": {"type": "NameError", "message": "name %r is not defined" % name}}, b""
    return {}, _to_json(_user[name], "the value cannot leave", name)


def _list_variables(frame):
    return {}, _variables_json(_max_variables, _preview_length)


def _seed_again(frame):
    _random.seed(frame["seed"])
    return {}, b""


_handlers = {
    "set-json": _set_json,
    "set-text": _set_parts,
    "get": _get,
    "variables": _list_variables,
    "seed": _seed_again,
}


def _serve(frame):
    _restore_builtins()
    try:
        try:
            _running[0] = True
            head, body = _handlers[frame["type"]](frame)
        finally:
            _running[0] = False
    except BaseException as error:
        head, body = {"error": _guarded(_describe_error, error)}, b""
    head["id"] = frame["id"]
    return _to_json_trusted(head) + b"\n" + body
