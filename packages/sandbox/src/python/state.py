# The driver's state between cells: the cell's namespace, the names that must be in it, the flags.
import builtins as _builtins
import types as _types

_main = _types.ModuleType("__main__")
_user = _main.__dict__
_user["__builtins__"] = _builtins
_reserved = {}
_kept = {}
_running = [False]
_finished = [False]
# While a cell runs its code: only then a run can be ended.
_in_cell = [False]
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
    _reserved[name] = value
    _user[name] = value


_genuine_builtins = dict(vars(_builtins))


def _restore_builtins():
    """Restores Python's own functions that a cell removed, because libraries use them on the driver's behalf."""
    vars(_builtins).update(_genuine_builtins)


def _restore_names():
    _user["__builtins__"] = _builtins
    for name, value in _reserved.items():
        if _user.get(name, _reserved) is not value:
            _user[name] = value
    for name, value in _kept.items():
        if _user.get(name, _kept) is not value:
            _user[name] = value
