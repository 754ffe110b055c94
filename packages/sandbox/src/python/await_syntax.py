# Rewrites `await f(x)` and `gather(f(x), ...)` so that it can be checked at run time whether `f` is a host function.
# Such a call then begins there and is answered later, while the same call elsewhere is answered at once.
_Await, _Call, _Starred, _Attribute = _syntax.Await, _syntax.Call, _syntax.Starred, _syntax.Attribute
_Load, _Node, _Plus_Assign = _syntax.Load, _syntax.AST, _syntax.AugAssign
_displays = (_syntax.List, _syntax.Tuple, _syntax.Set)
_comprehensions = (_syntax.ListComp, _syntax.GeneratorExp, _syntax.SetComp)
_Import, _Import_From = _syntax.Import, _syntax.ImportFrom
_takes_tasks = frozenset(
    "gather create_task ensure_future wait_for as_completed wait shield run".split()
)
_takes_tasks_of_any = frozenset(("create_task", "run_until_complete"))


def _rewrite_awaits(tree):
    nodes = _walk_syntax(tree)
    modules, functions = _names_of_asyncio(nodes)

    def takes_tasks(function):
        if type(function) is _Name:
            return function.id in functions
        if type(function) is not _Attribute:
            return False
        if function.attr in _takes_tasks_of_any:
            return True
        return function.attr in _takes_tasks and _is_one_of(function.value, modules)

    collectors = {id(node) for node in nodes if type(node) is _Call and takes_tasks(node.func)}
    targets = _task_variables(nodes, collectors)
    # From the inside out: the code around a call takes it as it was rewritten.
    for node in reversed(nodes):
        kind = type(node)
        if kind is _Await:
            node.value = _awaited(node.value)
        elif kind is _Call and (id(node) in collectors or _adds_to(node.func, targets)):
            node.args[:] = [_started(item) for item in node.args]
        elif kind is _Assignment and len(node.targets) == 1 and _is_one_of(node.targets[0], targets):
            node.value = _started(node.value)
        elif kind is _Plus_Assign and _is_one_of(node.target, targets):
            node.value = _started(node.value)


def _walk_syntax(root):
    """All nodes, outer ones before inner ones, without those that hold nothing (operators, contexts)."""
    nodes, pending = [], [root]
    while pending:
        node = pending.pop()
        nodes.append(node)
        for field in node._fields:
            value = getattr(node, field, None)
            if type(value) is list:
                pending += [item for item in value if isinstance(item, _Node)]
            elif isinstance(value, _Node) and value._fields:
                pending.append(value)
    return nodes


def _names_of_asyncio(nodes):
    """Names that mean the module asyncio, or a function of it that takes tasks, in this cell."""
    modules = {name for name, value in _user.items() if value is _asyncio} | {"asyncio"}
    functions = {name for name in _takes_tasks if _user.get(name, 0) is getattr(_asyncio, name)}
    for node in nodes:
        if type(node) is _Import:
            modules.update(alias.asname or "" for alias in node.names if alias.name == "asyncio")
        elif type(node) is _Import_From and node.module == "asyncio":
            functions.update(
                alias.asname or alias.name for alias in node.names if alias.name in _takes_tasks
            )
    return modules, functions


def _adds_to(function, targets):
    return (
        type(function) is _Attribute
        and function.attr in ("append", "extend")
        and _is_one_of(function.value, targets)
    )


def _is_one_of(node, names):
    return type(node) is _Name and node.id in names


def _names_in_place(items):
    for item in items:
        inner = item.value if type(item) is _Starred else item
        if type(inner) is _Name:
            yield inner
        elif type(inner) in _displays:
            yield from _names_in_place(inner.elts)


def _task_variables(nodes, collectors):
    """Variables of this cell that are filled, then passed to `gather` and similar functions, and not used otherwise."""
    names, fine = set(), set()
    for node in nodes:
        if id(node) in collectors:
            for name in _names_in_place(node.args):
                names.add(name.id)
                fine.add(id(name))
        elif type(node) is _Attribute and node.attr in ("append", "extend"):
            fine.add(id(node.value))
    for node in nodes:
        if type(node) is _Name and type(node.ctx) is _Load and id(node) not in fine:
            names.discard(node.id)
    return names


def _awaited(value):
    if type(value) is not _Call:
        return _helper("<await>", [value], [], value)
    return _helper("<await call>", [value.func, *value.args], value.keywords, value)


def _started(item):
    kind = type(item)
    if kind is _Starred:
        item.value = _started(item.value)
    elif kind in _displays:
        item.elts[:] = [_started(part) for part in item.elts]
    elif kind in _comprehensions:
        item.elt = _started(item.elt)
    elif kind is _Call:
        return _helper("<start call>", [item.func, *item.args], item.keywords, item)
    return item


def _helper(name, args, keywords, place):
    place = {key: getattr(place, key) for key in place._attributes}
    return _Call(_Name(name, _Load(), **place), args, keywords, **place)
