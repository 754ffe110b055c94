# The loop of the driver, and the host's requests between cells: set, get, list. Each backend brings `_open(options)`, which
# answers the first frame, and `_blank(view)`, for memory that is about to be freed.
def _drive():
    """Obeys the host's frames; returns when a snapshot is to be taken, for which no frame of Python may be left on the stack."""
    while True:
        _running[0] = False
        try:
            kind, payload = _read_frame()
        except MemoryError:
            # Only texts are as long as that.
            _tell(86, _answer(_loads(_lost[0].decode()), _refuse_text))
            continue
        if kind == 84:
            _tell(86, _set_text(payload))
        elif kind == 85:
            return
        else:
            frame = _loads(payload.decode())
            payload = None
            if kind == 88:
                _tell(68, _run_cell(frame))
            elif kind == 81:
                _tell(86, _answer(frame, _handlers[frame["type"]]))
            elif kind == 79:
                _open(frame)
            frame = None
        payload = None


def _set_json(frame):
    _assign(frame, _loads(frame["json"]))
    return b""


def _get(frame):
    name = frame["name"]
    if name not in _user:
        raise NameError("name %r is not defined" % name)
    return _to_json(_user[name], "the value cannot leave", name)


def _list_variables(frame):
    variables = []
    _describe_variables(variables, False)
    return _to_json_trusted(variables[::-1])


_handlers = {"set-json": _set_json, "get": _get, "variables": _list_variables}


def _set_text(payload):
    """A line of JSON, then the text itself, which is decoded in place."""
    end = payload.index(b"\n")
    return _answer(_loads(payload[:end].decode()), _assign_text, payload, end + 1)


def _refuse_text(frame):
    raise MemoryError("the text is larger than the memory that is left")


def _assign_text(frame, payload, start):
    with memoryview(payload) as view:
        text = str(view[start:], "utf-8")
        _blank(view)
    payload.clear()
    _assign(frame, text)
    return b""


def _answer(frame, work, *args):
    _restore_builtins()
    head, body = {"id": frame["id"]}, b""
    try:
        try:
            _running[0] = True
            body = work(frame, *args)
        finally:
            _running[0] = False
    except BaseException as error:
        head["error"] = _guarded(_describe_error, error) or _unknown_error(error)
    return _to_json_trusted(head) + b"\n" + body
