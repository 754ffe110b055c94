# One cell: compiled, run in the user's namespace, and reported.


def _run_cell(frame):
    _now_ms[0] = frame["nowMs"]
    _restore_builtins()
    _restore_names()
    _leave_event_loop()
    _restore_streams()
    _begin_output()
    _finished[0] = False
    _findings[0] = []
    _current_cell[0] = frame["id"]
    _know_strays()
    _arm()
    error = shown = described = None
    _begin_memory()
    try:
        _executing[0] = _in_cell[0] = True
        shown = next(_execution(frame["code"], "<cell %d>" % frame["cell"], frame.get("preflight")))
    except BaseException as raised:
        error = raised
    _executing[0] = False
    _end_memory()
    _restore_builtins()
    _arm()
    if error is not None and not _finished[0] and type(error) is not CellRefused:
        # The text of an error is the cell's own code too: a FINAL in its `__str__` ends the run.
        if type(error) is CellInterrupt:
            error.__context__ = None
        described = _guarded(_describe_error, error)
        _restore_builtins()
        _arm()
    _in_cell[0] = False
    _stop_stray_threads()
    _restore_streams()
    try:
        return _report(frame, error, shown, described)
    finally:
        _current_cell[0] = 0
        _arm()


def _execution(source, filename, asked):
    """A generator has exception state of its own, so a cell that was stopped inside `except` leaves none."""
    yield _execute(source, filename, asked)


def _run_coroutine(coroutine):
    import asyncio

    asyncio.run(coroutine)


def _restore_streams():
    _sys.stdout, _sys.stderr, _sys.stdin = _stdout, _stderr, _io.StringIO("")
    _sys.unraisablehook = _on_unraisable
    if "threading" in _sys.modules:
        _sys.modules["threading"].excepthook = _on_thread_error


def _on_unraisable(problem):
    """Errors in finalizers: stops are ignored, any other error gets a line in stderr."""
    if not isinstance(problem.exc_value, (CellInterrupt, FinalSignal)):
        kind = _type_name(problem.exc_type)
        _stderr.write("Exception ignored in a finalizer: %s: %s\n" % (kind, problem.exc_value))


def _on_thread_error(problem):
    if not isinstance(problem.exc_value, (CellInterrupt, FinalSignal, SystemExit)):
        kind = _type_name(problem.exc_type)
        _stderr.write("Exception in a thread: %s: %s\n" % (kind, problem.exc_value))


def _status(error):
    if error is None:
        return "ok"
    if type(error) is CellRefused:
        return "refused"
    if _was_unread(error):
        return "unread"
    if _finished[0] or isinstance(error, (CellInterrupt, FinalSignal)):
        return "interrupted"
    return "memory" if isinstance(error, MemoryError) else "error"


def _report(frame, error, shown, described):
    done = {"id": frame["id"], "status": _status(error)}
    if error is not None and not _finished[0] and type(error) is not CellRefused:
        unknown = {"type": _type_name(type(error)), "message": "", "traceback": ""}
        done["error"] = described or unknown
    elif shown is not None:
        done["value"] = shown
    error = None
    if "answer" in _dialects and not _finished[0]:
        _guarded(_settle_answer)
    findings = _taken_names() + _findings[0]
    if findings:
        done["findings"] = _to_json_trusted(findings).decode()
    variables = _guarded(_locals_json, _max_variables, _preview_length)
    done.update(_end_output(frame["code"]))
    return _to_json_trusted(done) + b"\n" + (variables or b"")
