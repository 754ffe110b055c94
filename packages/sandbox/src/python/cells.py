# One cell: compiled, run in the user's namespace, and reported. Each backend brings `_begin_cell(frame)`; `_arm()`, called before
# and after a cell; `_code_ended(is_stopped)`; `_guarded(work, *args)`: work that may reach the user's code, bounded in time, None if
# it fails; `_run_coroutine(coroutine)`.
_set_trace, _set_profile = _sys.settrace, _sys.setprofile
_set_recursion_limit, _recursion_limit = _sys.setrecursionlimit, _sys.getrecursionlimit()


def _run_cell(frame):
    _restore_interpreter()
    _restore_names()
    _begin_output()
    _forget_calls()
    _finished[0], _findings[0] = False, []
    _current_cell[0] = frame["id"]
    _begin_cell(frame)
    error = shown = described = None
    _in_cell[0] = True
    _begin_memory()
    try:
        try:
            _running[0] = True
            shown = next(_execution(frame["code"], "<cell %d>" % frame["cell"], frame.get("preflight")))
        finally:
            _running[0] = False
    except BaseException as raised:
        error = raised
    _end_memory()
    _restore_builtins()
    _arm()
    if error is not None and not _finished[0] and type(error) is not CellRefused:
        # The text of an error is the cell's own code too: a FINAL in its `__str__` ends the run.
        if type(error) is CellInterrupt:
            error.__context__ = None
        described = _guarded(_describe_error, error)
        _restore_builtins()
    _in_cell[0] = False
    _arm()
    _code_ended(_finished[0] or type(error) is CellInterrupt)
    _restore_streams()
    try:
        return _report(frame, error, shown, described)
    finally:
        _current_cell[0] = 0
        _arm()


def _execution(source, filename, asked):
    """A generator has exception state of its own, so a cell that was stopped inside `except` leaves none."""
    yield _execute(source, filename, asked)


def _restore_interpreter():
    """Repairs what a cell has changed, or left half done when it was stopped."""
    _restore_builtins()
    _arm()
    _leave_event_loop()
    _set_trace(None)
    _set_profile(None)
    _set_recursion_limit(_recursion_limit)
    _restore_streams()


def _restore_streams():
    _sys.stdout, _sys.stderr, _sys.stdin = _stdout, _stderr, _io.StringIO("")
    _sys.unraisablehook = _on_unraisable
    if "threading" in _sys.modules:
        _sys.modules["threading"].excepthook = _on_thread_error


def _on_unraisable(problem):
    _tell_ignored("Exception ignored in a finalizer", problem)


def _on_thread_error(problem):
    _tell_ignored("Exception in a thread", problem)


def _tell_ignored(where, problem):
    """A line in stderr for an error that has no one to take it; stops are none."""
    if not isinstance(problem.exc_value, (CellInterrupt, FinalSignal, SystemExit)):
        _stderr.write("%s: %s: %s\n" % (where, _type_name(problem.exc_type), problem.exc_value))


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
        done["error"] = described or _unknown_error(error)
    elif error is None and shown is not None:
        done["value"] = shown
    error = None
    if "answer" in _dialects and not _finished[0]:
        _guarded(_settle_answer)
    findings = _taken_names() + _findings[0]
    if findings:
        done["findings"] = _to_json_trusted(findings).decode()
    variables = []
    _guarded(_describe_variables, variables, True)
    _keep_out(frame["code"])
    _send_output()
    return _to_json_trusted(done) + b"\n" + _variables_text(variables)


def _variables_text(variables):
    try:
        return _to_json_trusted(variables[::-1])
    except MemoryError:
        return b""


def _unknown_error(error):
    return {"type": _type_name(type(error)), "message": "", "traceback": ""}
