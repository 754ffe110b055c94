# There are no threads, but models like to use pools of them: their work runs at once, in the caller.
import concurrent.futures as _futures
import concurrent.futures.thread as _pool_module


class ThreadPoolExecutor(_futures.Executor):
    """Runs submitted work at once, one task after the other."""

    def __init__(self, max_workers=None, thread_name_prefix="", initializer=None, initargs=()):
        self._closed = False
        if initializer is not None:
            initializer(*initargs)

    def submit(self, function, /, *args, **kwargs):
        if self._closed:
            raise RuntimeError("cannot schedule new futures after shutdown")
        future = _futures.Future()
        future.set_running_or_notify_cancel()
        try:
            future.set_result(function(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future

    def shutdown(self, wait=True, *, cancel_futures=False):
        self._closed = True


ThreadPoolExecutor.__module__ = "concurrent.futures.thread"
_futures.ThreadPoolExecutor = _pool_module.ThreadPoolExecutor = ThreadPoolExecutor
