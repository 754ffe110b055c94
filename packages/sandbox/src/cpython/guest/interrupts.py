# Stopping a cell. The host writes the cell's number to a socket that raises SIGIO; FINAL requests the same from inside.
# A stop is an exception, so the cell could catch it. Therefore a trace function raises it again at the next line that
# the cell runs, and a profile function at the next call (Python removes each once it has raised). A timer re-arms them
# every two milliseconds, until nothing runs.
import fcntl as _fcntl
import _signal as _signal_module
from _operator import index as _as_index

# A copy: a cell may change the module, in which some functions are replaced.
_signal = _types.SimpleNamespace(**vars(_signal_module))

_set_handler, _set_timer = _signal.signal, _signal.setitimer
_set_mask = _signal.pthread_sigmask
_frame_here = _sys._getframe
_read_bytes = _os.read
_driver = globals()
_stopping = [False]
_patience = [0]
_traced_frames = 200
# The functions of `import`: one that is stopped while it undoes what was begun leaves half a module behind.
_bootstrap = _sys.modules["_frozen_importlib"]
_importing = frozenset(
    function.__code__
    for holder in (_bootstrap, *filter(lambda value: isinstance(value, type), vars(_bootstrap).values()))
    for function in vars(holder).values()
    if hasattr(function, "__code__")
)


def _without_stop_signal(name, numbers_at):
    """A function of `signal` for cells: it refuses the signal that stops them, and, once that has come, all."""
    function, as_index, stopping, own = getattr(_signal, name), _as_index, _stopping, int(_signal.SIGIO)

    def replaced(*args):
        args = list(args)
        if len(args) > numbers_at:
            given = args[numbers_at]
            is_one = hasattr(type(given), "__index__")
            numbers = [int(as_index(one)) for one in ([given] if is_one else given)]
            args[numbers_at] = numbers[0] if is_one else numbers
            if stopping[0] or own in numbers:
                raise ValueError("signal %d stops cells: it cannot be handled, blocked or waited for" % own)
        return function(*args)

    # A stop may come while it waits: it is no part of the driver.
    apart = {"__builtins__": dict(__builtins__)}
    return _types.FunctionType(replaced.__code__, apart, name, None, replaced.__closure__)


# With the place of the signals among the arguments.
for _name, _at in {
    **{"signal": 0, "siginterrupt": 0, "pthread_sigmask": 1},
    **{"sigwait": 0, "sigwaitinfo": 0, "sigtimedwait": 0},
}.items():
    if hasattr(_signal, _name):
        setattr(_signal_module, _name, _without_stop_signal(_name, _at))


def _runs_guest_code(frame):
    """Whether `frame` is the cell's code or a library's on its behalf, not the driver's, and not that of `import`."""
    if frame.f_globals is _driver or frame.f_code in _importing:
        return False
    while frame is not None:
        if frame.f_globals is _driver:
            return frame.f_code in _entries
        frame = frame.f_back
    return False


def _stop_exception():
    return FinalSignal() if _finished[0] else CellInterrupt("the cell was stopped by its host")


def _trace(frame, event, argument):
    if event in ("line", "opcode", "call", "c_call") and _stopping[0] and _runs_guest_code(frame):
        raise _stop_exception()
    return _trace


def _arm_stop(frame):
    _set_timer(_signal.ITIMER_REAL, 0.002, 0.002)
    _set_trace(_trace)
    _set_profile(_trace)
    left = _traced_frames
    while frame is not None and left:
        if frame.f_globals is not _driver:
            frame.f_trace = _trace
            frame.f_trace_opcodes = True
        frame = frame.f_back
        left -= 1


def _on_signal(number, frame):
    if number != _signal.SIGALRM:
        _read_pokes()
    elif _patience[0] and not _stopping[0]:
        _lose_patience(frame)
    if not _stopping[0] or not _current_cell[0] or frame is None:
        return
    # The cell may have a timer of its own, or have blocked its signal.
    _set_handler(_signal.SIGALRM, _on_signal)
    _set_mask(_signal.SIG_SETMASK, ())
    _arm_stop(frame)
    if _runs_guest_code(frame):
        raise _stop_exception()


def _lose_patience(frame):
    if _runs_guest_code(frame):
        _patience[0] -= 1
        raise TimeoutError("took too long") if _patience[0] else CellInterrupt("took too long")


def _guarded(work, *args):
    """Driver work that may reach the user's code (`__str__`, `__repr__`): bounded in time, None if it fails."""
    _patience[0] = 3
    _set_timer(_signal.ITIMER_REAL, 0.15, 0.15)
    try:
        return work(*args)
    except BaseException:
        return None
    finally:
        _patience[0] = 0
        _set_timer(_signal.ITIMER_REAL, 0)


def _read_pokes():
    try:
        pokes = _read_bytes(_poked, 4096)
    except BlockingIOError:
        return
    wanted = _current_cell[0].to_bytes(4, "little")
    # What the driver tells of a cell whose code has ended is bounded by its own patience.
    if _in_cell[0] and wanted in [pokes[at : at + 4] for at in range(0, len(pokes), 4)]:
        _stopping[0] = True


def _stop_if_asked():
    if _stopping[0] and _running[0]:
        _arm_stop(_frame_here())
        raise _stop_exception()


def _stop_after_final():
    if _running[0]:
        _stopping[0] = True
        _arm_stop(_frame_here())


def _arm():
    """Called before each cell, and after it, since the cell may have taken the signals away."""
    _set_timer(_signal.ITIMER_REAL, 0)
    _set_trace(None)
    _set_profile(None)
    _stopping[0] = False
    _set_handler(_signal.SIGIO, _on_signal)
    _set_handler(_signal.SIGALRM, _on_signal)
    _set_mask(_signal.SIG_SETMASK, ())


def _listen_for_stops():
    _arm()
    _set_handler(_signal.SIGINT, _signal.SIG_IGN)
    _signal_on_data(_poked)


def _signal_on_data(fd, number=None, owner=None):
    """Asks the kernel for a signal whenever `fd` has news; `number` other than SIGIO on Linux only."""
    _fcntl.fcntl(fd, _fcntl.F_SETOWN, owner or _os.getpid())
    if number is not None:
        _fcntl.fcntl(fd, 10, number)
    flags = _fcntl.fcntl(fd, _fcntl.F_GETFL)
    _fcntl.fcntl(fd, _fcntl.F_SETFL, flags | _os.O_ASYNC | _os.O_NONBLOCK)
