# The look at a cell before it runs: a name that nothing can have set, or an async function in a call that does not await it,
# refuses the cell before it has cost a call. Only what is certain to fail is refused.


def _of_syntax(names, value):
    """A value for each kind of syntax that this version of Python has."""
    return {getattr(_syntax, name): value for name in names.split() if hasattr(_syntax, name)}


# The fields that are evaluated in every case, and the kinds of whose lists only the first part is.
_sure_fields = {
    **_of_syntax("If IfExp While Assert", ("test",)),
    **_of_syntax("For AsyncFor comprehension", ("iter",)),
    **_of_syntax("With AsyncWith", ("items",)),
    **_of_syntax("Match", ("subject",)),
    **_of_syntax("Try TryStar", ()),
    **_of_syntax("FunctionDef AsyncFunctionDef Lambda", ("decorator_list", "args")),
    **_of_syntax("arguments", ("defaults", "kw_defaults")),
    **_of_syntax("ClassDef", ("decorator_list", "bases", "keywords")),
    **_of_syntax("ListComp SetComp DictComp GeneratorExp", ("generators",)),
    **_of_syntax("AnnAssign", ("value",)),
}
_first_only = _of_syntax("BoolOp Compare ListComp SetComp DictComp GeneratorExp", True)
_tries_and_scopes = _of_syntax("Try TryStar FunctionDef AsyncFunctionDef Lambda ClassDef", True)
_functions = _of_syntax("FunctionDef AsyncFunctionDef", True)
# Code that mentions one of these may set any name.
_opening_names = frozenset(
    "exec eval compile globals locals vars __builtins__ __import__ __globals__ __dict__ f_globals f_locals f_back f_builtins"
    " modules currentframe _getframe builtins __main__ importlib inspect ctypes gc runpy code".split()
)
# What sets any name also through a variable that holds it: `names = globals()`, `run = exec`.
_openers = (_user, *(vars(_builtins)[name] for name in "exec eval globals locals vars __import__".split()))
# Functions that take others, and cannot take an async one: those that take it as `key`, and all.
_sorters = frozenset("sort sorted min max".split())
_takers = _sorters | {"filter"}
_max_source_chars, _max_findings = 100_000, 8
_function_kind, _method_kind, _coroutine_flag = type(_of_syntax), type(_of_syntax.__get__(0)), 0x80
_findings = [[]]
# What functions of earlier cells may do: set these names, set any name, end the run.
_set_later, _sets_any_later, _ends_later = set(), [False], [False]


class CellRefused(BaseException):
    """A cell that is certain to fail: nothing of it has run."""


def _look_at_cell(tree, code, source, asked):
    """Refuses a cell that is certain to fail. `asked` is None if nobody wants findings."""
    inner = [*_inner_codes(code)]
    later = {name.split(".")[0] for part in inner for name in part.co_names}
    names = later.union(code.co_names)
    if asked is not None and "isReplay" not in asked and len(source) <= _max_source_chars:
        found = _async_callbacks(tree) if names & _takers else []
        is_open = names & _opening_names or "import*" in source.replace(" ", "")
        if not (is_open or _sets_any_later[0] or _ends_later[0]):
            unknown = _unknown_in(code)
            if (unknown or "FINAL_VAR" in names) and not _holds_opener():
                found += _unknown_names(tree, code, unknown)
        _findings[0] = sorted(found, key=lambda finding: not finding["isCertain"])[:_max_findings]
    if "global" in source:
        _set_later.update(*(node.names for node in _walk_syntax(tree) if type(node) is _syntax.Global))
    if later:
        _sets_any_later[0] = _sets_any_later[0] or not _opening_names.isdisjoint(later)
        _ends_later[0] = _ends_later[0] or not _enders().isdisjoint(later)
    if any(finding["isCertain"] for finding in _findings[0]):
        raise CellRefused()


def _enders():
    """The names with which code ends the run."""
    return {"FINAL", "FINAL_VAR", "SUBMIT", *({"answer"} & set(_dialects))}


def _unknown_in(code):
    """The names in a cell that nothing before it has set."""
    names = {name for name in code.co_names if name not in _user and name not in _set_later}
    return {name for name in names - vars(_builtins).keys() - {_last_value} if name[:2] != "__"}


def _holds_opener():
    """Whether a variable may set any name."""
    return any(value is opener for value in _user.values() for opener in _openers)


def _inner_codes(code):
    """The codes of the functions and classes in a code."""
    for constant in code.co_consts:
        if type(constant) is type(code):
            yield constant
            yield from _inner_codes(constant)


def _names_set_in(tree):
    """The names that a cell sets anywhere, also as variables of its functions (but not as their arguments)."""
    names = {}
    for node in _walk_syntax(tree):
        kind = type(node)
        if kind is _Name:
            found = [] if type(node.ctx) is _Load else [node.id]
        elif kind is _syntax.alias:
            found = [(node.asname or node.name).split(".")[0]]
        else:
            # Of functions, classes, `except` and patterns; `global` has several.
            found = [getattr(node, "name", None), getattr(node, "rest", None), *(getattr(node, "names", ()))]
        names.update((name, True) for name in found if type(name) is str)
    names.pop(_last_value, None)
    return names


def _unknown_names(tree, code, unknown):
    """Names that nothing sets, and that the cell needs before it can end the run."""
    enders, found, own = _enders(), {}, None
    for statement in tree.body:
        for kind, name, line, is_certain in _uses(statement, True):
            known = found.get((kind, name))
            is_variable = kind == "final_var_missing"
            is_set = (name in _user or name in _set_later) if is_variable else name not in unknown
            if is_set or (known and known["isCertain"] >= is_certain):
                continue
            own = _names_set_in(tree) if own is None else own
            if name not in own:
                near = _near_name(name, [*own, *_user, *([] if is_variable else vars(_builtins))])
                more = {"near": near} if near else {}
                if is_variable:
                    more["sets"] = [known[:200] for known in own if known in code.co_names][:20]
                found[kind, name] = _finding(kind, name, line, is_certain, **more)
        ends = type(statement) is _syntax.Raise or len(found) >= _max_findings
        if ends or any(type(node) is _Name and node.id in enders for node in _walk_syntax(statement)):
            break
    return list(found.values())


def _finding(code, name, line, is_certain, **more):
    return {"code": code, "name": name[:200], "line": line, "isCertain": is_certain, **more}


def _uses(node, is_certain):
    """The names that a node reads, and the variables that it gives as an answer: in every case, or perhaps."""
    kind = type(node)
    if kind is _Name and type(node.ctx) is _Load:
        yield "unknown_name", node.id, node.lineno, is_certain
    if kind is _Call and getattr(node.func, "id", "") == "FINAL_VAR" and len(node.args) == 1:
        text = getattr(node.args[0], "value", None)
        wanted = text.strip().strip("\"'").strip() if type(text) is str else ""
        if wanted.isidentifier():
            yield "final_var_missing", wanted, node.lineno, is_certain
    sure = _sure_fields.get(kind, node._fields)
    for field in dict.fromkeys((*sure, *(() if kind in _tries_and_scopes else node._fields))):
        value = getattr(node, field, None)
        for at, part in enumerate(value if type(value) is list else [value]):
            if isinstance(part, _Node):
                is_sure = field in sure and not (at and kind in _first_only)
                yield from _uses(part, is_certain and is_sure)


def _near_name(name, names):
    """A name that exists and is spelled like this one."""
    alike = {known.lower(): known for known in names if type(known) is str and abs(len(known) - len(name)) < 3}
    near = [] if len(name) > 40 or len(alike) > 2000 else _difflib.get_close_matches(name.lower(), alike, 1, 0.8)
    return alike[near[0]] if near else None


def _async_callbacks(tree):
    """Calls that take an async function and do not await it: a coroutine counts as true, and cannot be compared."""
    nodes = _walk_syntax(tree)
    own = {node.name: node for node in nodes if type(node) in _functions}
    found = {}
    for node in nodes:
        if type(node) is _Call:
            name = getattr(node.func, "id", None) or getattr(node.func, "attr", "")
            given = node.args[:1] if name == "filter" else []
            if name in _sorters:
                given = [keyword.value for keyword in node.keywords if keyword.arg == "key"]
            if any(type(value) is _Name and _is_async(own.get(value.id), value.id) for value in given):
                found[name] = _finding("async_callback", name, node.lineno, True)
    return list(found.values())


def _is_async(node, name):
    """Whether a function is async: the one that the cell defines, else the session's of that name."""
    if node is not None:
        return type(node) is _syntax.AsyncFunctionDef and not node.decorator_list
    value = _user.get(name)
    value = value.__func__ if type(value) is _method_kind else value
    return type(value) is _function_kind and value.__code__.co_flags & _coroutine_flag != 0
