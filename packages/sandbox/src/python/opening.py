# The start of a session: its limits, and the names that a cell finds.
_head_and_tail = [10_000, 10_000]


def _take_limits(options):
    _limits.update({name: options[name] for name in _limits})
    _head_and_tail[:] = options["head"], options["tail"]
    _whole_chars[0] = options["whole"]
    _dialects[:] = options["dialects"]
    _accepts_null[0] = options["acceptsNull"]
    _reserve[0] = options["reserve"]


def _define_names(functions):
    _define_out()
    _define("SHOW_VARS", SHOW_VARS)
    _define("HostCallError", HostCallError)
    if "final" in _dialects:
        _define("FINAL", FINAL)
        _define("FINAL_VAR", FINAL_VAR)
    if "submit" in _dialects:
        _define("SUBMIT", SUBMIT)
    if "answer" in _dialects:
        _user["answer"] = _new_answer()
    for name in functions:
        _define(name, _host_function(name))
