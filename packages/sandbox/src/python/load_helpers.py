# The helpers are next to Python's own functions: a cell may take their names, and restores them with `del`.
_helper_space = {"__name__": "helpers", "__builtins__": dict(vars(_builtins))}


def _load_helpers(source):
    exec(compile(source, "<helpers>", "exec"), _helper_space)
    for name in ("grep", "lines", "chunk"):
        _genuine_builtins[name] = vars(_builtins)[name] = _helper_space[name]
