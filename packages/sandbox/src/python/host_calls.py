# Functions of the host: synchronous here, whatever they are there. Each call is a frame. When nothing can run until one is
# answered, the host is told so, and answers one of them, whichever it is.
_host_names = {}
# The number of the last call.
_calls = [0]
# Bytes of the arguments of calls that are not answered, and answers that nobody has taken, by the numbers of their calls.
_pending, _answers = {}, {}
# Whether the host has stopped the cell while it waited: it gets no answer more.
_is_stopped = [False]
_wait_frame = _pack("<BI", 87, 0)


def _host_function(name):
    def call(*args, **kwargs):
        return _call_host(name, _arguments_json(name, args, kwargs))

    call.__name__ = call.__qualname__ = name
    call.__module__ = "builtins"
    call.__doc__ = "A function of the host: takes and gives JSON data, blocks until it is answered; may be awaited."
    _host_names[call] = name
    return call


def _arguments_json(name, args, kwargs):
    return _to_json([*args, kwargs] if kwargs else [*args], name, "args", len(args) if kwargs else -1)


def _forget_calls():
    """Begins a cell: what an earlier one has asked has no answer any more."""
    _is_stopped[0] = False
    for calls in (_pending, _answers, _later_calls, _asked):
        calls.clear()


def _call_host(name, arguments):
    _stdout._send()
    answer = _locked(_ask, name, arguments)
    _stop_if_asked()
    return _value_of(answer)


def _ask(name, arguments):
    while not _has_room(arguments):
        _wait()
    call = _send_call(name, arguments, _wait_frame)
    _read_answer()
    while call in _pending:
        _wait()
    return _answers.pop(call, None)


def _has_room(arguments):
    """Whether one more call may wait for the host; the first always may."""
    if not _pending:
        return True
    size = sum(_pending.values()) + len(arguments)
    return len(_pending) < _limits["maxPendingCalls"] and size <= _limits["maxValueBytes"]


def _send_call(name, arguments, then=b""):
    _calls[0] = call = _calls[0] + 1
    _pending[call] = len(arguments)
    _write_frame(67, _to_json_trusted({"call": call, "name": name}) + b"\n" + arguments, then)
    return call


def _wait():
    """Waits until one of the calls is answered."""
    _write_frame(87, b"")
    _read_answer()


def _read_answer():
    if _is_stopped[0]:
        raise _stop_exception()
    try:
        kind, payload = _read_frame()
    except MemoryError:
        # Its call will find no answer.
        kind, payload = 82, None
    if kind == 82:
        head = payload or _lost[0]
        call = int(head[8 : head.index(b",")])
        _pending.pop(call, None)
        _answers[call] = payload
    elif kind == 83:
        _is_stopped[0] = True
        raise _stop_exception()


def _value_of(answer):
    if answer is None:
        raise MemoryError("the answer is larger than the memory that is left")
    answer = _loads(answer.decode())
    if "error" in answer:
        raise _host_error(answer["error"])
    return answer["value"]


def _host_error(error):
    failure = HostCallError(error["message"])
    failure.type = error.get("type", "Error")
    return failure
