# The start of the driver: what only native Python has.
_hints.clear()
_hints.update(
    {
        "openai": "call the model with llm_query(prompt)",
        "anthropic": "call the model with llm_query(prompt)",
        "requests": _network,
        "httpx": _network,
        "aiohttp": _network,
        "a new thread": "a session has few threads at a time, or none; llm_query_batched([...]) runs many queries at once",
    }
)
_only_standard = "this package is not installed here, and nothing can be installed"


def _begin_cell(frame):
    _now_ms[0] = frame["nowMs"]
    _know_strays()


def _code_ended(is_stopped):
    _stop_stray_threads()


def _run_coroutine(coroutine):
    import asyncio

    asyncio.run(coroutine)


def _blank(view):
    """Nothing: no snapshot is taken here."""


def _open(options):
    _sys.path[:] = [path for path in _sys.path if path] + options["paths"]
    _sys.argv[:] = [""]
    _sys.modules["__main__"] = _main
    _end_with_host(options["ownsGroup"])
    _listen_for_stops()
    _take_limits(options)
    _take_files(options["files"], _file_text_source)
    _define_names(options["functions"])
    _seed_randomness(options["seed"])
    _freeze_clock()
    running_user_code = (
        *(_execute, _run_coroutine, _await_call, _start_call, _value_text, _head_and_tail_of, _message, _describe_error),
        *(_describe_object, _describe_collection, _data_of_other, _problem, _has_text, _key),
    )
    _entries.update(work.__code__ for work in running_user_code)
    standing = _raise_walls(options["walls"])
    version = ".".join(map(str, _sys.version_info[:3]))
    _tell(75, _to_json_trusted({"walls": standing, "version": version}))


_drive()
