# Functions of the host: synchronous here, whatever they are there.


def _host_function(name):
    def call(*args, **kwargs):
        arguments = [*args, kwargs] if kwargs else [*args]
        payload = _to_json_trusted({"name": name}) + b"\n" + _to_json(arguments)
        _stdout.flush()
        answer = _loads(_ask(67, payload).decode())
        if "error" in answer:
            raise _host_error(answer["error"])
        return answer["value"]

    call.__name__ = call.__qualname__ = name
    call.__module__ = "builtins"
    call.__doc__ = "A function of the host: takes and gives JSON data, blocks until it is answered."
    return call


def _host_error(error):
    failure = HostCallError(error["message"])
    failure.type = error.get("type", "Error")
    return failure
