# The host's wish to stop a cell arrives as SIGINT, again and again until the cell has ended.
from _signal import SIGINT as _sigint, signal as _set_handler


def _on_interrupt(number, frame):
    if _running[0] and not _critical[0]:
        raise _stopped


def _arm():
    global _stopped
    _stopped = CellInterrupt("the cell was stopped by its host")
    _set_handler(_sigint, _on_interrupt)
