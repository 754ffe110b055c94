# A cell's code: compiled with its last expression kept, run in the user's namespace.
import _ast as _syntax

_Expression, _Assignment, _Name, _Store = _syntax.Expr, _syntax.Assign, _syntax.Name, _syntax.Store
_tree_only = _syntax.PyCF_ONLY_AST
_compile_flags = 0x2000  # top-level await
_is_coroutine = 0x80
_last_value = "<value of the last expression>"
_unread = [False]


def _execute(source, filename, asked=None):
    """Runs a cell; returns the text of its last expression's value, or None."""
    _remember_source(filename, source)
    _unread[0] = True
    code = _compile_cell(source, filename, asked)
    _unread[0] = False
    try:
        result = eval(code, _user)
        if code.co_flags & _is_coroutine:
            _run_coroutine(result)
        value = _user.pop(_last_value, None)
        return None if value is None else _value_text(value)
    finally:
        _user.pop(_last_value, None)


def _was_unread(error):
    """Whether a cell ended since its source is no code: nothing of it has run."""
    return _unread[0] and isinstance(error, (SyntaxError, ValueError))


def _compile_cell(source, filename, asked):
    try:
        tree = compile(source, filename, "exec", _compile_flags | _tree_only, True)
        _made_tasks.clear()
        _may_leave_tasks[0] = "FIRST_" in source or ".wait(" in source
        if "await" in source or "asyncio" in source:
            _prepare_asyncio()
            _rewrite_awaits(tree)
        _keep_last_value(tree, source)
        code = compile(tree, filename, "exec", _compile_flags, True)
        _look_at_cell(tree, code, source, asked)
        return code
    except (RecursionError, MemoryError):
        # Nested too deeply for a tree of objects; the compiler itself may still manage. Nothing is known of its names.
        _sets_any_later[0] = _ends_later[0] = True
        return compile(source, filename, "exec", _compile_flags, True)


def _keep_last_value(tree, source):
    """Makes a last expression, unless a semicolon follows it, an assignment to a name that no code can write."""
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, _Expression) or _is_silenced(source, last):
        return
    place = {name: getattr(last, name) for name in last._attributes}
    target = _Name(_last_value, _Store(), **place)
    tree.body[-1] = _Assignment([target], last.value, **place)


def _is_silenced(source, last):
    lines = source.encode("utf-8", "replace").splitlines()
    rest = lines[last.end_lineno - 1][last.end_col_offset :]
    return rest.lstrip().startswith(b";")


def _value_text(value):
    """A value's `repr`, head and tail of a long one; the result of SHOW_VARS is shown as it is. Anything that it
    runs, it runs within its cell."""
    kind = type(value)
    if value is _listing[0]:
        return value if len(value) <= _shown_chars else _head_and_tail_of(str, value)
    try:
        if kind is str and len(value) > _shown_chars:
            return _head_and_tail_of(repr, value)
        if kind in (list, tuple) and len(value) > _shown_chars:
            text = repr(value[:100])
            return "%s, ... (%s more)%s" % (text[:-1], format(len(value) - 100, ","), text[-1])
        if isinstance(value, int) and abs(value) >= 1 << 8192:
            return "<integer of %d bits>" % value.bit_length()
        text = str.__str__(repr(value))
        return text if len(text) <= _shown_chars else _head_and_tail_of(str, text)
    except Exception as error:
        return "<%s object, whose text could not be made: %s>" % (
            _type_name(kind),
            _type_name(type(error)),
        )


_shown_chars = 4000


def _head_and_tail_of(show, text):
    half = _shown_chars // 2
    left_out = "... (%s characters left out) ..." % format(len(text) - 2 * half, ",")
    return "%s\n%s\n%s" % (show(text[:half]), left_out, show(text[-half:]))
