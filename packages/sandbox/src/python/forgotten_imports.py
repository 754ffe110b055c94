# Names of the standard library that models use without importing them: a cell that needs one gets it, and a notice.
# Without it the cell would be certain to fail, and a step would be lost.
_modules_often_forgotten = (
    "asyncio base64 bisect collections copy csv dataclasses difflib enum functools hashlib heapq html io itertools json math"
    " operator os random re statistics string sys textwrap time typing unicodedata"
).split()
_forgotten_from = {
    "collections": "Counter defaultdict deque OrderedDict namedtuple",
    "dataclasses": "dataclass",
    "datetime": "timedelta timezone",
    "functools": "partial reduce lru_cache",
    "io": "StringIO",
    "itertools": "combinations groupby",
    "pathlib": "Path",
    "typing": "Any Optional",
}
_forgotten = {name: name for name in _modules_often_forgotten}
_forgotten.update((name, module) for module, listed in _forgotten_from.items() for name in listed.split())
_of_datetime_module = frozenset(("datetime", "date", "timedelta", "timezone", "UTC"))


def _import_forgotten(tree, names):
    """Imports the modules that a cell needs and nothing sets."""
    findings = []
    for use in names.uses:
        name = use.name
        module = "datetime" if name == "datetime" else _forgotten.get(name)
        if module is None or name in names.probed or _exists(name) or _is_declared(use):
            continue
        is_module = name == module and (name != "datetime" or _means_datetime_module(tree))
        try:
            # As the cell would have done it.
            exec("import " + name if is_module else "from " + module + " import " + name, _user)
        except Exception:
            continue
        findings.append(_finding("name_imported", name, use.line))
    return findings


def _means_datetime_module(tree):
    """`datetime.datetime.now()` means the module, `datetime.now()` its class."""
    return any(
        type(node) is _Attribute
        and node.attr in _of_datetime_module
        and type(node.value) is _Name
        and node.value.id == "datetime"
        for node in _walk_syntax(tree)
    )
