# Functions of the host: synchronous here, whatever they are there.


_host_names = {}


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


def _call_host(name, arguments):
    payload = _to_json_trusted({"name": name}) + b"\n" + arguments
    _stdout._send()
    return _value_of(_loads(_ask(67, payload).decode()))


def _value_of(answer):
    if "error" in answer:
        raise _host_error(answer["error"])
    return answer["value"]


def _host_error(error):
    failure = HostCallError(error["message"])
    failure.type = error.get("type", "Error")
    return failure
