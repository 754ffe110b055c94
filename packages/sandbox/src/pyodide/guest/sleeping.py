# Sleeping is asked of the child, which can be woken; the guest's clock moves on by the time slept.
import time as _time


def _sleep(seconds):
    """Waits; an interrupt of the cell ends the wait."""
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    _stdout._send()
    left = float(seconds)
    while left > 0:
        part = min(left, 0.05)
        _tell(90, _pack("<d", part * 1000))
        left -= part


_sleep.__name__ = _sleep.__qualname__ = "sleep"
_time.sleep = _sleep
