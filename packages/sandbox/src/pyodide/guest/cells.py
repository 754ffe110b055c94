# One cell: compiled, run in the user's namespace, and reported.
import gc as _gc

_set_trace, _set_profile = _system.settrace, _system.setprofile
_set_recursion_limit, _recursion_limit = _system.setrecursionlimit, _system.getrecursionlimit()


def _run_cell(frame):
    _restore_builtins()
    _restore_names()
    _reset_interpreter()
    _finished[0] = False
    _findings[0] = []
    _system.stdout, _system.stderr = _stdout, _stderr
    _begin_output()
    error = shown = described = None
    _in_cell[0] = True
    _begin_memory()
    try:
        try:
            _running[0] = True
            shown = _execute(frame["code"], "<cell %d>" % frame["cell"], frame.get("preflight"))
        finally:
            _running[0] = False
    except BaseException as raised:
        error = raised
    _end_memory()
    _restore_builtins()
    if error is not None and not _finished[0] and type(error) is not CellRefused:
        # The text of an error is the cell's own code too: a FINAL in its `__str__` ends the run.
        if type(error) is CellInterrupt:
            error.__context__ = None
        described = _guarded(_describe_error, error)
        _restore_builtins()
    _in_cell[0] = False
    if _finished[0] or type(error) is CellInterrupt:
        _tell_ended()
    return _report(frame, error, shown, described)


def _reset_interpreter():
    """Repairs what a stopped cell may have left half done."""
    _arm()
    _leave_event_loop()
    _set_trace(None)
    _set_profile(None)
    _set_recursion_limit(_recursion_limit)


def _guarded(work, *args):
    """Runs driver code that may reach the user's (`__str__`, `__repr__`): it can be interrupted."""
    try:
        try:
            _running[0] = True
            return work(*args)
        finally:
            _running[0] = False
    except BaseException:
        return None


def _report(frame, error, shown, described):
    status = "ok"
    if error is not None:
        status = "error"
        if type(error) is CellRefused:
            status = "refused"
        elif _was_unread(error):
            status = "unread"
        elif _finished[0] or isinstance(error, (CellInterrupt, FinalSignal)):
            status = "interrupted"
        elif isinstance(error, MemoryError):
            status = "memory"
        if _finished[0] or status == "refused":
            described = None
        elif not described:
            described = {"type": _type_name(type(error)), "message": "", "traceback": ""}
    error = None
    if "answer" in _dialects and not _finished[0]:
        _guarded(_settle_answer)
    done = {"id": frame["id"], "status": status}
    if described:
        done["error"] = described
    elif shown is not None and status == "ok":
        done["value"] = shown
    findings = _taken_names() + _findings[0]
    if findings:
        done["findings"] = _to_json_trusted(findings).decode()
    _system.stdout, _system.stderr = _stdout, _stderr
    done.update(_end_output(frame["code"]))
    variables = _guarded(_locals_json, _max_variables, _preview_length)
    return _to_json_trusted(done) + b"\n" + (variables or b"")
