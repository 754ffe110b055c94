# The helpers stand beside Python's own functions: a cell may take their names, and gives them back with `del`. They have a
# namespace of their own, so that they are stopped as any library is.
def _load_helpers(source):
    space = {"__name__": "helpers", "__builtins__": dict(vars(_builtins))}
    exec(compile(source, "<helpers>", "exec"), space)
    for name in ("grep", "lines", "chunk"):
        helper = space["_help_" + name]
        helper.__name__ = helper.__qualname__ = name
        _genuine_builtins[name] = vars(_builtins)[name] = helper
