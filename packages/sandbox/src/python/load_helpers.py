# The helpers are next to Python's own functions: a cell may take their names, and restores them with `del`. They have
# their own namespace, so that they are stopped like any library.
def _load_helpers(source):
    space = {"__name__": "helpers", "__builtins__": dict(vars(_builtins))}
    exec(compile(source, "<helpers>", "exec"), space)
    for name in ("grep", "lines", "chunk"):
        helper = space["_help_" + name]
        helper.__name__ = helper.__qualname__ = name
        _genuine_builtins[name] = vars(_builtins)[name] = helper
