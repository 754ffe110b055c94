# Advice for a cell that asks for something that does not exist here.
_threads = "there are no threads or processes here; llm_query_batched([...]) runs many queries at once"
_network = "there is no network here; everything you need is in the variables and host functions"
_hints = {
    "numpy": "only the standard library is installed; use lists, `statistics` and `math`",
    "pandas": "only the standard library is installed; use csv.DictReader(io.StringIO(text)), dicts and `collections`",
    "requests": _network,
    "httpx": _network,
    "aiohttp": _network,
    "urllib3": _network,
    "socket": _network,
    "ssl": _network,
    "openai": "call the model with llm_query(prompt)",
    "anthropic": "call the model with llm_query(prompt)",
    "subprocess": "programs cannot be started here",
    "pyodide_js": "JavaScript cannot be reached from here",
    "_posixsubprocess": "programs cannot be started here",
    "_ctypes": "native code cannot be called here",
    "_socket": _network,
    "micropip": "nothing can be installed here",
    "multiprocessing": _threads,
    "_multiprocessing": _threads,
    "ctypes": "native code cannot be called here",
    "js": "JavaScript cannot be reached from here",
    "pyodide": "JavaScript cannot be reached from here",
}
_only_standard = "only Python's standard library is installed, and nothing can be added"


def _hint(error, kind, message):
    if kind == "ZoneInfoNotFoundError":
        return "there is no data of time zones here; use datetime.timezone(datetime.timedelta(hours=...))"
    if isinstance(error, ModuleNotFoundError):
        missing = (error.name or "").split(".")[0]
        return _hints.get(missing, _only_standard)
    if isinstance(error, SyntaxError) and message.startswith("'return' outside function"):
        return "a cell has nothing to return to: " + _how_to_finish()
    if isinstance(error, NameError):
        if "'FINAL'" in message or "'SUBMIT'" in message:
            return "this session has no such way to end the run"
        return ""
    if isinstance(error, EOFError) and "reading a line" in message:
        return "input() cannot ask anyone here"
    if "attached to a different loop" in message or "coroutine was expected, got <_Gathering" in message:
        return "a cell runs in an event loop of its own: write `await asyncio.gather(...)` without asyncio.run"
    if isinstance(error, RuntimeError) and "start new thread" in message:
        return _hints.get("a new thread", _threads)
    if isinstance(error, OSError):
        return _hint_for_os_error(error)
    if isinstance(error, MemoryError):
        return "the session's memory is limited; delete what you no longer need"
    return ""


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
