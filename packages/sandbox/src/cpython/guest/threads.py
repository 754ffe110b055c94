# Threads that a cell leaves behind get a stop of their own, so that they do not run on between cells.
# Best effort: it needs `ctypes`, and a thread that sits in native code ends when it comes back from there.
def _stop_stray_threads():
    mine = _thread_id()
    strays = [ident for ident in _sys._current_frames() if ident != mine]
    if not strays:
        return
    try:
        from ctypes import c_ulong, py_object, pythonapi
    except ImportError:
        return
    for ident in strays:
        pythonapi.PyThreadState_SetAsyncExc(c_ulong(ident), py_object(CellInterrupt))
