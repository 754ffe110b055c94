# The host's wish to stop a cell arrives as SIGINT, again and again until the cell has ended. Within a frame it waits for the next.
import _signal
from _signal import SIGINT as _sigint, signal as _set_handler


def _set_other_handler(number, handler):
    """The `signal.signal` of cells: the handler of the stop is not theirs."""
    return _on_interrupt if number == _sigint else _set_handler(number, handler)


_set_other_handler.__name__ = _set_other_handler.__qualname__ = "signal"
_signal.signal = _set_other_handler


def _on_interrupt(number, frame):
    if not _running[0]:
        return
    while frame is not None:
        if frame.f_code is _locked.__code__:
            return
        frame = frame.f_back
    raise _stopped


def _arm():
    global _stopped
    _stopped = CellInterrupt("the cell was stopped by its host")
    _set_handler(_sigint, _on_interrupt)


def _stop_exception():
    return _stopped


def _stop_if_asked():
    """The signal comes by itself; also after a FINAL."""


_stop_after_final = _stop_if_asked


def _begin_cell(frame):
    """Nothing: the clock and the stops are outside."""


def _code_ended(is_stopped):
    """For a moment nothing interrupts the driver."""
    if is_stopped:
        _tell(69, b"")


def _guarded(work, *args):
    """Driver work that may reach the user's code (`__str__`, `__repr__`): it can be interrupted. None if it fails."""
    try:
        try:
            _running[0] = True
            return work(*args)
        finally:
            _running[0] = False
    except BaseException:
        return None
