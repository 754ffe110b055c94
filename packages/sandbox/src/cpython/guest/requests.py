# The host's requests between cells: set, get, list.
def _set_json(frame):
    _assign(frame, _loads(frame["json"]))
    return b""


def _get(frame):
    name = frame["name"]
    if name not in _user:
        raise NameError("name %r is not defined" % name)
    return _to_json(_user[name], "the value cannot leave", name)


def _list_variables(frame):
    return _variables_json(_max_variables, _preview_length)


def _seed_again(frame):
    _seed_randomness(frame["seed"])
    return b""


_handlers = {
    "set-json": _set_json,
    "get": _get,
    "variables": _list_variables,
    "seed": _seed_again,
}


def _answer(frame, work, *args):
    _restore_builtins()
    head, body = {"id": frame["id"]}, b""
    try:
        body = work(frame, *args)
    except BaseException as error:
        unknown = {"type": _type_name(type(error)), "message": ""}
        head["error"] = _guarded(_describe_error, error) or unknown
    return _to_json_trusted(head) + b"\n" + body


def _serve(frame):
    return _answer(frame, _handlers[frame["type"]])


def _set_text(payload):
    """A line of JSON, then the text itself, which is decoded in place."""
    end = payload.index(b"\n")
    return _answer(_loads(payload[:end].decode()), _assign_text, payload, end + 1)


def _assign_text(frame, payload, start):
    with memoryview(payload) as view:
        text = str(view[start:], "utf-8")
    payload.clear()
    _assign(frame, text)
    return b""
