# Randomness from the session's seed, and a wall clock that is fixed during a cell. Measuring clocks (`perf_counter`,
# `monotonic`) stay real. Best effort: native code may ask the system itself.
import datetime as _datetime
import random as _random
import time as _time

_now_ms = [0]
_real_date, _real_datetime = _datetime.date, _datetime.datetime
_convert = {name: getattr(_time, name) for name in ("localtime", "gmtime", "ctime")}
_strftime, _asctime = _time.strftime, _time.asctime


def _seed_randomness(seed):
    _random.seed(seed)
    source = _random.Random("entropy:" + seed)
    entropy = lambda size: source.randbytes(size)
    _os.urandom = _random._urandom = entropy


def _seconds():
    return _now_ms[0] / 1000


class _Clocked(type):
    def __instancecheck__(cls, value):
        return isinstance(value, cls._real)

    def __subclasscheck__(cls, other):
        return issubclass(other, cls._real)


class _Date(_real_date, metaclass=_Clocked):
    _real = _real_date

    @classmethod
    def today(cls):
        return cls.fromtimestamp(_seconds())


class _DateTime(_real_datetime, metaclass=_Clocked):
    _real = _real_datetime

    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(_seconds(), tz)

    @classmethod
    def utcnow(cls):
        return cls.fromtimestamp(_seconds(), _datetime.timezone.utc).replace(tzinfo=None)

    @classmethod
    def today(cls):
        return cls.fromtimestamp(_seconds())


def _freeze_clock():
    _time.time = _seconds
    _time.time_ns = lambda: _now_ms[0] * 1_000_000
    for name, convert in _convert.items():
        setattr(_time, name, lambda at=None, c=convert: c(_seconds() if at is None else at))
    _time.strftime = lambda form, at=None: _strftime(form, at or _time.localtime())
    _time.asctime = lambda at=None: _asctime(at or _time.localtime())
    for real, name, clocked in (
        (_real_date, "date", _Date),
        (_real_datetime, "datetime", _DateTime),
    ):
        clocked.__name__ = clocked.__qualname__ = name
        clocked.__module__ = "datetime"
        setattr(_datetime, name, clocked)
