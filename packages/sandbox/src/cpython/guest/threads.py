# Threads that a cell leaves behind get their own stop, so that they do not run on between cells. Best effort: it needs
# `ctypes`, and a thread in native code ends only when it returns from there.
_strays = set()


def _know_strays():
    """Threads that are there before a cell begins are not its own: they have nothing to say in it."""
    _strays.clear()
    _strays.update(ident for ident in _sys._current_frames() if ident != _thread_id())


def _check_thread():
    if _thread_id() in _strays:
        raise RuntimeError("the cell that started this thread has ended")


def _stop_stray_threads():
    mine = _thread_id()
    strays = [ident for ident in _sys._current_frames() if ident != mine]
    if not strays:
        return
    try:
        from ctypes import c_ulong, py_object, pythonapi
    except ImportError:
        return
    try:
        for ident in (*strays, mine):
            pythonapi.PyThreadState_SetAsyncExc(c_ulong(ident), py_object(CellInterrupt))
        # A thread that waits leaves its stop pending, and in Python 3.11 no function that is traced begins while one is: the
        # next cell could not be stopped. This thread takes one of its own, and none counts as pending.
        for _ in range(1_000):
            pass
    except CellInterrupt:
        pass
