# Checks a cell before it runs: what is certain to fail, and what looks wrong. The host writes the text. The state left
# by earlier cells: names that their functions may set, whether these may set any name, and whether the effects of cells
# are no longer certain (they set names in other ways, or end the run in functions).
_set_later, _sets_any_later, _is_uncertain = set(), [False], [False]
_findings = [[]]
_max_source_chars, _max_findings = 100_000, 8
_own_enders = frozenset(("FINAL", "FINAL_VAR", "SUBMIT"))
_coroutine_flag, _generator_flag = 0x80, 0x200
_function_kind, _method_kind = type(lambda: None), type(_Names.read.__get__(0))
_consumers = frozenset("print FINAL SUBMIT str int float len bool sum sorted list set tuple dict max min".split())


class CellRefused(BaseException):
    """A cell that is certain to fail: nothing of it has run."""


def _preflight(tree, source, asked):
    """Refuses a cell that is certain to fail; `asked` is None if the check is off."""
    _findings[0] = []
    try:
        if asked is None or len(source) > _max_source_chars:
            raise RecursionError
        _findings[0] = _look_at(tree, asked)
    except Exception:
        # It is too deep, or memory is full. Nothing is known of it: it may set any name, and end the run.
        _sets_any_later[0] = _is_uncertain[0] = True
    if any(finding["isCertain"] for finding in _findings[0]):
        raise CellRefused()


def _look_at(tree, asked):
    arities = asked.get("arities", {})
    enders = set(_own_enders)
    if "answer" in _dialects:
        enders.add("answer")
    names = _Names(enders).read(tree)
    findings = _import_forgotten(tree, names)
    if "isReplay" not in asked:
        if not names.is_dynamic:
            findings += _find_names(names)
        findings += _find_arities(names, arities)
        findings += _find_coroutines(tree, names)
        if names.dead and names.dead[0] not in names.top.names:
            findings.append(_finding("code_after_final", *names.dead))
    _set_later.update(names.set_later, names.probed)
    _sets_any_later[0] = _sets_any_later[0] or names.is_dynamic_later
    _is_uncertain[0] = _is_uncertain[0] or names.is_dynamic or names.ends_later
    return _first_of_each(findings)


def _finding(code, name, line, is_certain=False, **more):
    return {"code": code, "name": name[:200], "line": line, "isCertain": is_certain, **more}


def _first_of_each(findings):
    first = {}
    for finding in sorted(findings, key=lambda finding: not finding["isCertain"]):
        first.setdefault((finding["code"], finding["name"]), finding)
    return list(first.values())[:_max_findings]


def _exists(name):
    return name in _user or name in vars(_builtins) or name in _set_later


def _is_declared(use):
    scope, in_function = use.scope, False
    while scope is not None:
        if not (scope.kind == "class" and in_function):
            if use.name in scope.names or use.name in scope.changed and scope.kind == "function":
                return True
        in_function = in_function or scope.kind == "function"
        scope = scope.parent
    return False


def _find_names(names):
    called = {use.name for use in names.uses if use.scope.owner != use.name}
    findings = []
    for use in names.uses:
        name = use.name
        if name in names.probed or name.startswith("__") or _exists(name):
            continue
        if not _is_declared(use):
            findings += _missing_name("unknown_name", use, names, called)
        elif use.scope is names.top and use.sure == _certain and not _sets_any_later[0]:
            set_by = names.set_by.get(name, -1)
            if set_by > use.statement:
                findings.append(_finding("name_set_later", name, use.line, given=names.lines[set_by]))
    for use in names.final_vars:
        is_set = use.name in names.top.names or use.name in use.scope.names or use.name in names.probed
        if not is_set and use.name not in _user and use.name not in _set_later:
            missing = _missing_name("final_var_missing", use, names, called)
            findings += [{**found, "sets": [name[:200] for name in names.top.names][:20]} for found in missing]
    for scope in names.scopes:
        for name, line in scope.changed.items():
            if name not in scope.names and name not in scope.outer:
                findings.append(_finding("local_unset", name, line))
    return findings


def _missing_name(code, use, names, called):
    sure, owner = use.sure, use.scope.owner
    if _is_uncertain[0] and use.name in names.texts:
        return []
    if _sets_any_later[0] or (owner is not None and owner not in called):
        sure = _probing
    elif _is_uncertain[0] or names.ends_later:
        sure = min(sure, _possible)
    near = _near_name(use.name, names)
    if sure == _probing and near is None:
        return []
    more = {} if near is None else {"near": near}
    return [_finding(code, use.name, use.line, sure == _certain, **more)]


def _near_name(name, names):
    known = [known for known in (*names.top.names, *_user, *vars(_builtins)) if type(known) is str]
    if len(name) > 40 or len(known) > 2000:
        return None
    alike = [known for known in known if abs(len(known) - len(name)) < 3 and known not in (name, "_out")]
    near = _difflib.get_close_matches(name, alike, 1, 0.8)
    small = name.lower()
    swapped = {name[:at] + name[at + 1] + name[at] + name[at + 2 :] for at in range(len(name) - 1)}
    other = (known for known in alike if known in swapped or known.lower() == small)
    return near[0] if near else next(other, None)


def _find_arities(names, arities):
    findings = []
    for use, given in names.calls:
        if use.name not in arities or _is_declared(use):
            continue
        least, most = arities[use.name]
        if given < least or (most is not None and given > most):
            findings.append(_finding("wrong_arity", use.name, use.line, given=given))
    return findings


def _gives_coroutine(node, own):
    """Whether an expression calls an async function without awaiting it."""
    if type(node) is not _Call or type(node.func) is not _Name:
        return False
    return _names_async(node.func, own)


def _names_async(node, own):
    """Whether a name is that of an async function."""
    return own[node.id] if node.id in own else _is_async(_user.get(node.id))


def _async_callback(node, own):
    """The function that a call gives an async function, which it does not await."""
    if type(node) is not _Call:
        return []
    function = node.func
    name = function.id if type(function) is _Name else function.attr if type(function) is _Attribute else ""
    given = [keyword.value for keyword in node.keywords if keyword.arg == "key"] if name in _sorters else []
    if name == "filter" and type(function) is _Name:
        given = node.args[:1]
    return [name for value in given if type(value) is _Name and _names_async(value, own)]


_sorters = frozenset(("sort", "sorted", "min", "max"))


def _is_async(value):
    if type(value) is _method_kind:
        value = value.__func__
    return type(value) is _function_kind and value.__code__.co_flags & _coroutine_flag != 0


def _find_coroutines(tree, names):
    """Coroutines that are used as if they were their results, or that are never awaited."""
    if not names.has_async and not any(map(_is_async, list(_user.values()))):
        return []
    own, held, uses, values = {}, {}, {}, []
    nodes = _walk_syntax(tree)
    for node in nodes:
        kind = type(node)
        if kind is _Async_Function:
            is_generator = any(type(inner) in (_syntax.Yield, _syntax.YieldFrom) for inner in _walk_syntax(node))
            own[node.name] = not is_generator and not node.decorator_list
        elif kind is _Function:
            own[node.name] = False
    if not any(own.values()) and not any(type(node) is _Name and _names_async(node, own) for node in nodes):
        return []
    for node in nodes:
        kind = type(node)
        if kind is _Name and type(node.ctx) is _Load:
            uses[node.id] = uses.get(node.id, 0) + 1
        elif kind is _Assignment and len(node.targets) == 1 and type(node.targets[0]) is _Name:
            if _gives_coroutine(node.value, own):
                held[node.targets[0].id] = node.value
        values += _taken_as_value(node)
    findings = [
        _finding("async_callback", name, node.lineno, True)
        for node in nodes
        for name in _async_callback(node, own)
    ]
    for value in values:
        if _gives_coroutine(value, own):
            findings.append(_finding("promise_as_value", value.func.id, value.lineno))
    for name, call in held.items():
        taken = sum(type(value) is _Name and value.id == name for value in values)
        if taken and taken == uses.get(name):
            findings.append(_finding("promise_as_value", call.func.id, call.lineno))
    return findings


def _taken_as_value(node):
    """The expressions in a node whose value the node uses."""
    kind = type(node)
    if kind in (_Expression, _syntax.FormattedValue, _syntax.Subscript):
        return [node.value]
    if kind is _Attribute:
        return [] if node.attr in ("close", "send", "throw") else [node.value]
    if kind is _syntax.BinOp:
        return [node.left, node.right]
    if kind is _syntax.Compare:
        return [node.left, *node.comparators]
    if kind is _syntax.For:
        return [node.iter]
    if kind is _syntax.If:
        return [node.test]
    if kind is _Call and type(node.func) is _Name and node.func.id in _consumers:
        return node.args
    return []
