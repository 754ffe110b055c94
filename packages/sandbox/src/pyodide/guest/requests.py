# The host's requests between cells: set, get, list.


def _set_json(frame):
    _assign(frame, _loads(frame["json"]))
    return {}, b""


def _set_text(frame, payload, start):
    """A text, which is decoded in place."""
    with memoryview(payload) as view:
        text = str(view[start:], "utf-8")
    payload.clear()
    _assign(frame, text)
    return {}, b""


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
    "get": _get,
    "variables": _list_variables,
    "seed": _seed_again,
}


def _serve(frame):
    return _answer(frame, _handlers[frame["type"]])


def _serve_text(payload):
    """A line of JSON, then the text itself."""
    end = payload.index(b"\n")
    return _answer(_loads(payload[:end].decode()), _set_text, payload, end + 1)


def _answer(frame, work, *args):
    _restore_builtins()
    try:
        try:
            _running[0] = True
            head, body = work(frame, *args)
        finally:
            _running[0] = False
    except BaseException as error:
        head, body = {"error": _guarded(_describe_error, error)}, b""
    head["id"] = frame["id"]
    return _to_json_trusted(head) + b"\n" + body
