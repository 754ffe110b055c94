# asyncio without sockets, threads and the browser's loop: due callbacks run, otherwise the child sleeps.
import asyncio as _asyncio
from asyncio import base_events as _base_events


class _Selector:
    def select(self, timeout=None):
        if timeout is None:
            raise RuntimeError("deadlock: every task waits, and nothing can wake them here")
        if timeout > 0:
            _sleep(timeout)
        return []

    def close(self):
        pass


class CellEventLoop(_base_events.BaseEventLoop):
    """The event loop of this sandbox: tasks, timers, no input and output."""

    def __init__(self):
        super().__init__()
        self._selector = _Selector()

    def _process_events(self, events):
        pass

    def _write_to_self(self):
        pass

    def run_in_executor(self, executor, function, *args):
        future = self.create_future()
        try:
            future.set_result(function(*args))
        except Exception as error:
            future.set_exception(error)
        return future


class CellEventLoopPolicy(getattr(_asyncio.events, "_AbstractEventLoopPolicy", object)):
    _loop = None

    def get_event_loop(self):
        if self._loop is None:
            self._loop = CellEventLoop()
        return self._loop

    def set_event_loop(self, loop):
        self._loop = loop

    def new_event_loop(self):
        return CellEventLoop()


# In place of what Pyodide has installed.
_asyncio.events._set_event_loop_policy(CellEventLoopPolicy())
_asyncio.events._set_running_loop(None)
_asyncio.run = _asyncio.runners.run


def _run_coroutine(coroutine):
    """Runs the coroutine of a cell with top-level `await`."""
    loop = CellEventLoop()
    try:
        return loop.run_until_complete(coroutine)
    finally:
        loop.close()
