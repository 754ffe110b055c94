# The ways to end a run. The value leaves first, then the cell is stopped; only the first counts.
import difflib as _difflib


def _finish(kind, value, owner, root, name=None):
    _check_thread()
    if not _in_cell[0]:
        raise RuntimeError("the run can only be ended by a cell")
    if _made_tasks and _asyncio._get_running_loop() is not None:
        _require_awaited()
    head = {"kind": kind} if name is None else {"kind": kind, "name": name}
    answer = _to_json(value, owner, root)
    if answer in (b"null", b'{"answer":null}') and not _accepts_null[0]:
        raise TypeError(
            "%s: the answer is None, which answers nothing. Give a text, a number or data; "
            "if the data does not say, say that in words" % owner
        )
    payload = _to_json_trusted(head) + b"\n" + answer
    _send_output()
    _finished[0] = True
    _tell(70, payload)
    raise FinalSignal()


def FINAL(*values, **named):
    """Ends the run; the one value, under any name, is its answer."""
    given = (*values, *named.values())
    if not given:
        raise TypeError("FINAL needs an answer: FINAL(answer)")
    if len(given) > 1:
        raise TypeError("FINAL takes one answer, got %d: FINAL(answer)" % len(given))
    _finish("direct", given[0], "FINAL", "answer")


def FINAL_VAR(name):
    """Ends the run; the value of the variable `name` is its answer."""
    if not isinstance(name, str):
        _finish("direct", name, "FINAL_VAR", "answer")
    wanted = name.strip().strip("\"'").strip()
    if not wanted.isidentifier():
        _finish("direct", name, "FINAL_VAR", "answer")
    caller = _sys._getframe(1).f_locals
    for scope in (caller, _user):
        if wanted in scope and wanted not in _reserved:
            _finish("variable", scope[wanted], "FINAL_VAR", wanted, wanted)
    raise NameError(_missing_variable(wanted))


def _missing_variable(wanted):
    names = [name for name, _ in _user_variables()]
    near = _difflib.get_close_matches(wanted, names, 20, 0.5)
    ordered = near + [name for name in names if name not in near]
    shown = ", ".join(map(repr, ordered[:20]))
    more = "" if len(ordered) <= 20 else ", ... %d more" % (len(ordered) - 20)
    return (
        "FINAL_VAR referenced variable %r not found in REPL namespace. Available variables: [%s%s]"
        % (wanted, shown, more)
    )


def SUBMIT(*args, **fields):
    """Ends the run; the keyword arguments are its answer's fields, values by position one field `answer`."""
    if len(args) == 1:
        fields = {**(args[0] if isinstance(args[0], dict) else {"answer": args[0]}), **fields}
    elif args:
        fields = {"answer": list(args), **fields}
    if not fields:
        raise TypeError("SUBMIT needs at least one field: SUBMIT(answer=..., evidence=...)")
    _finish("submit", fields, "SUBMIT", "")


def _new_answer():
    return {"content": "", "ready": False}


def _settle_answer():
    """Under the `answer` dialect: sends the answer when it is ready, once each time that it is made so."""
    answer = _user.get("answer")
    if not isinstance(answer, dict):
        _user["answer"] = _new_answer()
        _stderr.write("`answer` must stay a dict with `content` and `ready`; it was put back.\n")
        return
    content = dict.get(answer, "content")
    if dict.get(answer, "ready") is not True or content is None or content == "":
        return
    dict.__setitem__(answer, "ready", False)
    try:
        payload = _to_json_trusted({"kind": "direct"}) + b"\n" + _to_json(content, "answer", "content")
    except (TypeError, ValueError) as error:
        _stderr.write("the content of `answer` was not accepted: %s\n" % error)
        return
    _finished[0] = True
    # The user's code no longer runs: the stop that the final brings must not hit the code that describes the variables.
    _running[0] = False
    _send_output()
    _tell(70, payload)
    _code_ended(True)
