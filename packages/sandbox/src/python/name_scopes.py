# The names in a cell's code: which it reads, which it sets, and how surely it reaches them. The preflight check uses
# this; `symtable` refuses the `await` at top level that cells may have. The levels: reached only where failure is
# expected (`try`); by a condition or a call; in every case.
_probing, _possible, _certain = 0, 1, 2
_Function, _Async_Function, _Lambda = _syntax.FunctionDef, _syntax.AsyncFunctionDef, _syntax.Lambda
_Class_Definition, _Store_Context = _syntax.ClassDef, _syntax.Store
_comprehension_kinds = (_syntax.ListComp, _syntax.SetComp, _syntax.GeneratorExp, _syntax.DictComp)
_function_kinds = (_Function, _Async_Function, _Lambda)
_definition_kinds = (*_function_kinds, _Class_Definition)
_statement_kinds = (_syntax.stmt, _syntax.excepthandler, _syntax.match_case)
_repeated_kinds = (_syntax.For, _syntax.AsyncFor)
_with_kinds = (_syntax.With, _syntax.AsyncWith)
_try_kinds = (_syntax.Try, _syntax.TryStar) if hasattr(_syntax, "TryStar") else (_syntax.Try,)
# A mention of one of these may set any name.
_opens_all = frozenset("exec eval compile globals locals __builtins__ __import__".split())
_opening_attributes = frozenset("__globals__ __dict__ f_globals f_locals f_back f_builtins modules currentframe _getframe".split())
_opening_modules = frozenset(("builtins", "__main__", "importlib", "inspect", "ctypes", "gc", "runpy", "code"))
_has_late_annotations = _system.version_info >= (3, 14)


class _Scope:
    def __init__(self, kind, parent=None, owner=None):
        self.kind, self.parent = kind, parent
        self.owner = owner or (parent.owner if parent else None)
        self.names, self.changed, self.globals, self.outer = set(), {}, set(), set()


class _Use:
    """A use of a name."""

    def __init__(self, name, line, scope, sure, statement):
        self.name, self.line, self.scope, self.sure, self.statement = name, line, scope, sure, statement


class _Names:
    """Reads a cell's tree, statement by statement."""

    def __init__(self, enders):
        self.enders = enders
        self.top = _Scope("module")
        self.uses, self.calls, self.final_vars, self.scopes = [], [], [], []
        self.set_by, self.set_later, self.probed, self.texts = {}, set(), set(), set()
        self.is_dynamic = self.is_dynamic_later = self.ends_later = self.has_async = False
        self.lines = []
        self.statement = self.mentioned = 0
        self.dead, self.is_dead = None, False

    def read(self, tree):
        sure, ended_by = _certain, None
        self.lines = [node.lineno for node in tree.body]
        for self.statement, node in enumerate(tree.body):
            if ended_by and self.dead is None and type(node) is not _syntax.Pass:
                self.dead = (ended_by, node.lineno)
            before = self.mentioned
            self.visit(node, self.top, sure)
            if self.mentioned > before:
                sure = _possible
            ended_by = ended_by or self.ender_of(node)
            self.is_dead = self.is_dead or bool(ended_by) or type(node) is _syntax.Raise
        return self

    def ender_of(self, node):
        """The function with which a statement ends the run, in every case."""
        call = node.value if type(node) is _Expression else None
        if type(call) is _Await:
            call = call.value
        if type(call) is not _Call or type(call.func) is not _Name or not (call.args or call.keywords):
            return None
        return call.func.id if call.func.id in self.enders and call.func.id != "answer" else None

    def visit(self, node, scope, sure):
        visit = _visitors.get(type(node))
        if visit is not None:
            visit(self, node, scope, sure)
            return
        for field in node._fields:
            self.each(getattr(node, field, None), scope, sure)

    def each(self, value, scope, sure):
        if isinstance(value, _Node):
            self.visit(value, scope, sure)
        elif type(value) is list:
            for item in value:
                if isinstance(item, _Node):
                    self.visit(item, scope, sure)

    def later(self, value, scope, sure):
        self.each(value, scope, min(sure, _possible))

    def use(self, name, node, scope, sure):
        if name in self.enders:
            self.mentioned += 1
        if name in _opens_all:
            self.open_all(scope)
        if not self.is_dead:
            self.uses.append(_Use(name, node.lineno, scope, sure, self.statement))

    def open_all(self, scope):
        """Any name may be set: by code that runs at once, or by a function that later cells can call too."""
        self.is_dynamic = True
        while scope.kind == "comprehension":
            scope = scope.parent
        self.is_dynamic_later = self.is_dynamic_later or scope.kind != "module"

    def set(self, name, scope):
        if name in self.enders:
            self.mentioned += 1
        while scope.kind == "comprehension" and name not in scope.names:
            scope = scope.parent
        if name in scope.globals:
            self.set_later.add(name)
            scope = self.top
            self.set_by[name] = -1
        scope.names.add(name)
        if scope is self.top:
            # An assignment sets its names after the expressions in it.
            self.set_by.setdefault(name, self.statement)


def _caught_names(handler):
    return {node.id for node in _walk_syntax(handler.type) if type(node) is _Name} if handler.type else set()


def _children(node):
    for field in node._fields:
        value = getattr(node, field, None)
        if isinstance(value, _Node):
            yield value
        elif type(value) is list:
            yield from (item for item in value if isinstance(item, _Node))
