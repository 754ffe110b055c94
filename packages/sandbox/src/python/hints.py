# Advice for a cell that asks for something that does not exist here.
_threads = "there are no threads or processes here; llm_query_batched([...]) runs many queries at once"
_network = "there is no network here; everything you need is in the variables and host functions"
_no_native, _no_javascript = "native code cannot be called here", "JavaScript cannot be reached from here"
_model = "call the model with llm_query(prompt)"
_hints = {
    "numpy": "only the standard library is installed; use lists, `statistics` and `math`",
    "pandas": "only the standard library is installed; use csv.DictReader(io.StringIO(text)), dicts and `collections`",
    "micropip": "nothing can be installed here",
    **dict.fromkeys("requests httpx aiohttp urllib3 socket _socket ssl".split(), _network),
    **dict.fromkeys("multiprocessing _multiprocessing".split(), _threads),
    **dict.fromkeys("subprocess _posixsubprocess".split(), "programs cannot be started here"),
    **dict.fromkeys("ctypes _ctypes".split(), _no_native),
    **dict.fromkeys("js pyodide pyodide_js".split(), _no_javascript),
    **dict.fromkeys("openai anthropic".split(), _model),
}
_only_standard = "only Python's standard library is installed, and nothing can be added"


def _hint(error, kind, message):
    if kind == "ZoneInfoNotFoundError":
        return "there is no data of time zones here; use datetime.timezone(datetime.timedelta(hours=...))"
    if isinstance(error, ModuleNotFoundError):
        return _hints.get((error.name or "").split(".")[0], _only_standard)
    if isinstance(error, OSError):
        return _hint_for_os_error(error)
    if isinstance(error, MemoryError):
        return "the session's memory is limited; delete what you no longer need"
    for expected, part, hint in _hints_for_messages:
        if isinstance(error, expected) and part in message:
            return hint()
    return ""


_hints_for_messages = (
    (SyntaxError, "'return' outside function", lambda: "a cell has nothing to return to: " + _how_to_finish()),
    (NameError, "'FINAL'", lambda: "this session has no such way to end the run"),
    (NameError, "'SUBMIT'", lambda: "this session has no such way to end the run"),
    (EOFError, "reading a line", lambda: "input() cannot ask anyone here"),
    (RuntimeError, "start new thread", lambda: _hints.get("a new thread", _threads)),
    (RuntimeError, "attached to a different loop", lambda: _one_loop),
    (Exception, "coroutine was expected, got <_Gathering", lambda: _one_loop),
)
_one_loop = "a cell runs in an event loop of its own: write `await asyncio.gather(...)` without asyncio.run"


def _place_of_file(name):
    """If a variable holds a text under the name of the file, or its last part."""
    if type(name) is not str:
        return None
    for wanted in (name, name.split("/")[-1]):
        for variable, value in list(_user.items()):
            if type(variable) is str and type(value) is dict and wanted in value:
                return "%s[%r]" % (variable[:200], wanted[:200])
    return None


def _hint_for_os_error(error):
    if error.errno in (2, 44):
        place = _place_of_file(error.filename)
        if place is not None:
            return "there are no files of yours here; the text is " + place
        return "there are no files of yours here; the data is in variables (see SHOW_VARS())"
    if error.errno == 69:
        return "files cannot be written here; keep results in variables"
    if error.errno in (1, 2, 52, 63, 138):
        return "the sandbox does not allow this"
    return ""


def _how_to_finish():
    if "final" in _dialects:
        return "finish with FINAL(value)"
    if "submit" in _dialects:
        return "finish with SUBMIT(answer=value)"
    if "answer" in _dialects:
        return 'finish with answer["content"] = value and answer["ready"] = True'
    return "a last expression is shown"
