# The effect of each kind of syntax on the names of a cell.
_reading_methods = frozenset(("get", "keys", "items", "values", "copy"))


def _is_globals(node):
    is_call = type(node) is _Call and type(node.func) is _Name and not node.args
    return is_call and node.func.id in ("globals", "locals", "vars")


def _constant_text(node):
    return node.value if type(node) is _syntax.Constant and type(node.value) is str else None


def _visit_name(names, node, scope, sure):
    if type(node.ctx) is _Store_Context:
        names.set(node.id, scope)
    else:
        names.use(node.id, node, scope, sure)


def _visit_change(names, node, scope, sure):
    """`x += 1`: reads a name, and sets it only if it was set before."""
    target = node.target
    if type(target) is _Name:
        names.use(target.id, node, scope, sure)
        if target.id not in scope.globals:
            scope.changed.setdefault(target.id, node.lineno)
        else:
            names.set_later.add(target.id)
    else:
        names.visit(target, scope, sure)
    names.visit(node.value, scope, sure)


def _visit_function(names, node, scope, sure):
    is_lambda = type(node) is _Lambda
    names.each([] if is_lambda else node.decorator_list, scope, sure)
    names.each(node.args.defaults, scope, sure)
    names.each([item for item in node.args.kw_defaults if item], scope, sure)
    arguments = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
    arguments += [item for item in (node.args.vararg, node.args.kwarg) if item]
    owner = None
    names.has_async = names.has_async or type(node) is _Async_Function
    if not is_lambda:
        names.set(node.name, scope)
        owner = None if node.decorator_list else node.name
        _annotations(names, [node.returns] + [item.annotation for item in arguments], scope, sure)
    own = _Scope("function", scope, scope.owner or owner)
    names.scopes.append(own)
    _type_names(names, node, scope)
    own.names.update(item.arg for item in arguments)
    before = names.mentioned
    _declare_globals(names, node.body, own)
    names.later(node.body, own, sure)
    names.ends_later = names.ends_later or names.mentioned > before


def _declare_globals(names, body, scope):
    """`global x` counts for the whole function, also above it."""
    pending = list(body) if type(body) is list else []
    while pending:
        node = pending.pop()
        if type(node) is _syntax.Global:
            scope.globals.update(node.names)
        elif type(node) is _syntax.Nonlocal:
            scope.outer.update(node.names)
        elif type(node) not in _definition_kinds:
            pending.extend(item for item in _children(node) if isinstance(item, _statement_kinds))


def _annotations(names, nodes, scope, sure):
    if not _has_late_annotations:
        names.each([node for node in nodes if node], scope, min(sure, _possible))


def _visit_annotated(names, node, scope, sure):
    if scope.kind != "function":
        _annotations(names, [node.annotation], scope, sure)
    if node.value is not None:
        names.visit(node.value, scope, sure)
        names.visit(node.target, scope, sure)
    elif type(node.target) is _Name and scope.kind == "function":
        names.set(node.target.id, scope)


def _type_names(names, node, scope):
    """Type parameters; they are taken for names of the scope around, which finds no fault too many."""
    for item in getattr(node, "type_params", ()):
        scope.names.add(item.name)


def _visit_class(names, node, scope, sure):
    _type_names(names, node, scope)
    names.each(node.decorator_list, scope, sure)
    names.each(node.bases, scope, sure)
    names.each(node.keywords, scope, sure)
    names.set(node.name, scope)
    own = _Scope("class", scope, scope.owner or (None if node.decorator_list else node.name))
    names.later(node.body, own, sure)


def _visit_comprehension(names, node, scope, sure):
    first = node.generators[0]
    names.visit(first.iter, scope, sure)
    own = _Scope("comprehension", scope)
    for part in node.generators:
        for target in _walk_syntax(part.target):
            if type(target) is _Name:
                own.names.add(target.id)
            else:
                _target_parts(names, target, own, sure)
    for part in node.generators:
        if part is not first:
            names.later(part.iter, own, sure)
        names.later(part.ifs, own, sure)
    for field in ("key", "value", "elt"):
        names.later(getattr(node, field, None), own, sure)


def _target_parts(names, target, scope, sure):
    if type(target) in (_Attribute, _syntax.Subscript):
        names.later(target.value, scope, sure)


def _visit_named(names, node, scope, sure):
    names.visit(node.value, scope, sure)
    names.set(node.target.id, scope)


def _visit_assignment(names, node, scope, sure):
    names.visit(node.value, scope, sure)
    names.each(node.targets, scope, sure)


def _visit_choice(names, node, scope, sure):
    names.visit(node.test, scope, sure)
    names.later(node.body, scope, sure)
    names.later(node.orelse, scope, sure)


def _visit_loop(names, node, scope, sure):
    names.visit(node.iter, scope, sure)
    names.later(node.target, scope, sure)
    names.later(node.body, scope, sure)
    names.later(node.orelse, scope, sure)


def _visit_with(names, node, scope, sure):
    # A context manager may swallow an error that is raised in it.
    for item in node.items:
        names.visit(item.context_expr, scope, sure)
        names.later(item.optional_vars, scope, sure)
    names.later(node.body, scope, sure)


def _visit_first(names, node, scope, sure):
    """`a and b`, `a < b < c`: only the first parts are sure."""
    if type(node) is _syntax.BoolOp:
        parts, sures = node.values, 1
    else:
        parts, sures = [node.left, *node.comparators], 2
        if _is_globals(parts[1]) and _constant_text(node.left) is not None:
            # `"x" in globals()`: who asks, knows that the name may be missing.
            names.probed.add(node.left.value)
            return
    names.each(parts[:sures], scope, sure)
    names.later(parts[sures:], scope, sure)


def _visit_assertion(names, node, scope, sure):
    names.visit(node.test, scope, sure)
    names.later(node.msg, scope, sure)


def _visit_match(names, node, scope, sure):
    names.visit(node.subject, scope, sure)
    names.later(node.cases, scope, sure)


def _visit_capture(names, node, scope, sure):
    name = getattr(node, "name", None) or getattr(node, "rest", None)
    if name is not None:
        names.set(name, scope)
    for field in node._fields:
        names.each(getattr(node, field, None), scope, sure)


def _visit_try(names, node, scope, sure):
    body_sure = _possible
    for handler in node.handlers:
        caught = _caught_names(handler)
        is_wide = not caught or caught & {"Exception", "BaseException"}
        if "NameError" in caught or (is_wide and len(node.body) < 2):
            body_sure = _probing
    names.each(node.body, scope, min(sure, body_sure))
    for handler in node.handlers:
        names.later(handler.type, scope, sure)
        if handler.name:
            names.set(handler.name, scope)
        names.later(handler.body, scope, sure)
    names.later(node.orelse, scope, sure)
    names.later(node.finalbody, scope, sure)


def _visit_import(names, node, scope, sure):
    for alias in node.names:
        name = alias.asname or alias.name
        if name == "*":
            names.is_dynamic = True
        root = (getattr(node, "module", None) or alias.name).split(".")[0]
        if root in _opening_modules:
            names.is_dynamic = names.is_dynamic_later = True
        names.set(alias.asname or alias.name.split(".")[0], scope)


def _visit_attribute(names, node, scope, sure):
    if node.attr in _opening_attributes:
        names.open_all(scope)
    names.visit(node.value, scope, sure)


def _visit_constant(names, node, scope, sure):
    if type(node.value) is str and len(node.value) < 100:
        names.texts.add(node.value)


def _visit_item(names, node, scope, sure):
    """`globals()["x"]` names what it sets; `globals()` elsewhere may set anything."""
    if _is_globals(node.value) and _constant_text(node.slice) is not None:
        names.probed.add(node.slice.value)
        return
    names.visit(node.value, scope, sure)
    names.visit(node.slice, scope, sure)


def _visit_call(names, node, scope, sure):
    function = node.func
    if _is_globals(node):
        names.open_all(scope)
        return
    if type(function) is _Attribute and _is_globals(function.value):
        if function.attr in _reading_methods:
            names.probed.update(filter(None, map(_constant_text, node.args)))
            names.each(node.args, scope, sure)
            return
    if type(function) is _Name and function.id == "__import__" and node.args:
        # A module by its name, unless that may be one that leads to all names.
        module = _constant_text(node.args[0])
        if module is not None and module.split(".")[0] not in _opening_modules:
            names.each(node.args, scope, sure)
            return
    if type(function) is _Name and not names.is_dead:
        _note_call(names, node, function.id, scope, sure)
    names.visit(function, scope, sure)
    names.each(node.args, scope, sure)
    names.each(node.keywords, scope, sure)


def _note_call(names, node, name, scope, sure):
    use = _Use(name, node.lineno, scope, sure, names.statement)
    is_counted = all(type(item) is not _Starred for item in node.args)
    if is_counted and all(item.arg is not None for item in node.keywords):
        names.calls.append((use, len(node.args) + bool(node.keywords)))
    if name == "FINAL_VAR" and len(node.args) == 1:
        wanted = (_constant_text(node.args[0]) or "").strip().strip("\"'").strip()
        if wanted.isidentifier():
            names.final_vars.append(_Use(wanted, node.lineno, scope, sure, names.statement))


_visitors = {
    _Name: _visit_name,
    _Plus_Assign: _visit_change,
    _Assignment: _visit_assignment,
    _syntax.AnnAssign: _visit_annotated,
    _syntax.NamedExpr: _visit_named,
    _Class_Definition: _visit_class,
    _syntax.If: _visit_choice,
    _syntax.IfExp: _visit_choice,
    _syntax.While: _visit_choice,
    _syntax.BoolOp: _visit_first,
    _syntax.Compare: _visit_first,
    _syntax.Assert: _visit_assertion,
    _syntax.Match: _visit_match,
    _syntax.MatchAs: _visit_capture,
    _syntax.MatchStar: _visit_capture,
    _syntax.MatchMapping: _visit_capture,
    _Import: _visit_import,
    _Import_From: _visit_import,
    _Attribute: _visit_attribute,
    _syntax.Constant: _visit_constant,
    _syntax.Subscript: _visit_item,
    _Call: _visit_call,
    **{kind: _visit_function for kind in _function_kinds},
    **{kind: _visit_comprehension for kind in _comprehension_kinds},
    **{kind: _visit_loop for kind in _repeated_kinds},
    **{kind: _visit_with for kind in _with_kinds},
    **{kind: _visit_try for kind in _try_kinds},
}
