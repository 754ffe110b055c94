# The driver's state between cells: the cell's namespace, the names that must be in it, the flags.
import builtins as _builtins
import types as _types

_main = _types.ModuleType("__main__")
_user = _main.__dict__
_user["__builtins__"] = _builtins
# The sandbox's own names; and all names of the host that a cell may take but not keep: those, and contexts.
_reserved = set()
_kept = {}
# Whether code of the user runs, or may run; whether the cell has ended the run.
_running, _finished = [False], [False]
# While a cell runs its code: only then a run can be ended.
_in_cell = [False]
# The id of the cell that is run or reported, else 0.
_current_cell = [0]
_dialects = []
_accepts_null = [False]
# Code of the driver's own functions that run the cell's code: native Python may stop their callees.
_entries = set()


def _check_thread():
    """Raises if the caller may not speak for the cell; there are no threads here."""


class CellInterrupt(BaseException):
    """Raised in a cell that the host wants stopped."""


class FinalSignal(BaseException):
    """Raised by FINAL and its kin, after the answer has left."""


class HostCallError(Exception):
    """A call of a host function failed; its text says why."""


for _class in (CellInterrupt, FinalSignal, HostCallError):
    _class.__module__ = "builtins"


def _define(name, value):
    _reserved.add(name)
    _user[name] = _kept[name] = value


_genuine_builtins = dict(vars(_builtins))


def _restore_builtins():
    """Restores Python's own functions that a cell removed, because libraries use them on the driver's behalf."""
    vars(_builtins).update(_genuine_builtins)


def _assign(frame, value):
    """Sets a variable of the host; one that is reserved has this value again before each cell."""
    name = frame["name"]
    _user[name] = value
    if frame["isReserved"]:
        _kept[name] = value
    elif name not in _reserved:
        _kept.pop(name, None)


# Functions beside Python's own whose names a cell may keep.
_helper_names = ("print", "grep", "lines", "chunk")
# Those of them whose names were the user's before the cell.
_users_helpers = set()


def _lost_names():
    return [name for name, value in _kept.items() if _user.get(name, _kept) is not value]


def _restore_names():
    _user["__builtins__"] = _builtins
    for name in _lost_names():
        _user[name] = _kept[name]
    _users_helpers.clear()
    _users_helpers.update(name for name in _helper_names if name in _user)


def _taken_names():
    """Findings about names of the host that the cell has taken."""
    found = [("function_restored" if name in _reserved else "data_restored", name) for name in _lost_names()]
    helpers = [name for name in _helper_names if name in _user and name not in _users_helpers]
    found += [("function_replaced", name) for name in helpers]
    return [{"code": code, "name": name, "line": 0, "isCertain": False} for code, name in found]
