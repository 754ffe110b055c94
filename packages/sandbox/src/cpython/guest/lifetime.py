# Ends this process, and the group of those it started, as soon as the host is gone: the host holds the
# other end of the lifeline and never writes to it, so that news of it can only mean that the host died.
def _end_with_host(group):
    owner = -_os.getpgrp() if group else _os.getpid()
    if _sys.platform == "linux":
        _signal_on_data(_lifeline, _signal.SIGKILL, owner)
    else:
        _thread.start_new_thread(_watch_lifeline, ())
    try:
        if _os.read(_lifeline, 1) == b"":
            _exit(0)
    except BlockingIOError:
        pass


def _watch_lifeline():
    _os.set_blocking(_lifeline, True)
    try:
        _os.read(_lifeline, 1)
    finally:
        _os.kill(_os.getpid(), _signal.SIGKILL)
