# What is native Python's own in the shared driver: real threads, a real event loop, stops that cannot be
# swallowed, packages of the machine.
_execute_source, _report_cell = _execute, _report
_no_such_package = "this package is not installed here, and nothing can be installed"
_hints.clear()
_hints.update(
    {
        "openai": "call the model with llm_query(prompt)",
        "anthropic": "call the model with llm_query(prompt)",
        "requests": _network,
        "httpx": _network,
        "aiohttp": _network,
    }
)
_only_standard = _no_such_package


def _run_coroutine(coroutine):
    """Runs the coroutine of a cell with top-level `await`."""
    import asyncio

    return asyncio.run(coroutine)


def _execution(source, filename):
    """A generator has exception state of its own, so a cell that was stopped inside `except` leaves none."""
    _execute_source(source, filename)
    yield


def _execute(source, filename):
    _executing[0] = True
    try:
        next(_execution(source, filename))
    finally:
        _executing[0] = False


def _report(frame, error):
    _arm()
    _sys.unraisablehook = _on_unraisable
    _stop_stray_threads()
    return _report_cell(frame, error)


def _on_unraisable(problem):
    """Errors in finalizers: a stop is none, any other gets a line in stderr."""
    if not isinstance(problem.exc_value, (CellInterrupt, FinalSignal)):
        kind = _type_name(problem.exc_type)
        _stderr.write("Exception ignored in a finalizer: %s: %s\n" % (kind, problem.exc_value))


def _on_thread_error(problem):
    if not isinstance(problem.exc_value, (CellInterrupt, FinalSignal, SystemExit)):
        kind = _type_name(problem.exc_type)
        _stderr.write("Exception in a thread: %s: %s\n" % (kind, problem.exc_value))


def _cell(frame):
    _now_ms[0] = frame["nowMs"]
    _current_cell[0] = frame["id"]
    _sys.unraisablehook = _on_unraisable
    if "threading" in _sys.modules:
        _sys.modules["threading"].excepthook = _on_thread_error
    _sys.stdin = _io.StringIO("")
    try:
        return _run_cell(frame)
    finally:
        _current_cell[0] = 0
        _arm()


def _set_text(payload):
    """`id name` and a line break, then the text itself."""
    end = payload.index(b"\n")
    frame = _loads(payload[:end].decode())
    try:
        with memoryview(payload) as view:
            text = str(view[end + 1 :], "utf-8")
        payload.clear()
        _assign(frame, text)
        return _to_json_trusted({"id": frame["id"]}) + b"\n"
    except BaseException as error:
        described = _describe_error(error)
        return _to_json_trusted({"id": frame["id"], "error": described}) + b"\n"


def _drive():
    while True:
        _running[0] = False
        kind, payload = _read_frame()
        if kind == 84:
            _tell(86, _set_text(payload))
        else:
            frame = _loads(payload.decode())
            payload = None
            if kind == 88:
                _tell(68, _cell(frame))
            elif kind == 81:
                _tell(86, _serve(frame))
            frame = None
        payload = None


def _start():
    options = _loads(_read_frame()[1].decode())
    _sys.path[:] = [path for path in _sys.path if path] + options["paths"]
    _sys.argv[:] = [""]
    _sys.modules["__main__"] = _main
    _end_with_host(options["ownsGroup"])
    _listen_for_stops()
    _open_session(options)
    _seed_randomness(options["seed"])
    _freeze_clock()
    for work in (_execute_source, _describe, _message, _describe_error, _translate, _pretty):
        _entries.add(work.__code__)
    standing = _raise_walls(options["walls"])
    version = ".".join(map(str, _sys.version_info[:3]))
    _tell(75, _to_json_trusted({"walls": standing, "version": version}))
    _drive()


_start()
