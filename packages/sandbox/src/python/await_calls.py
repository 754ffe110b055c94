# `await llm_query(...)`: awaited host calls are collected while other tasks can still run; when all tasks wait, the
# calls are made, and one is waited for. If a cell enters the event loop, asyncio learns to take finished values too.
from collections import deque as _deque

# Awaited calls that are not made yet, each with its future, and the futures of those that are, by number.
_later_calls, _asked = _deque(), {}
_is_prepared = [False]
_turns = [0]
# The tasks of the cell, and what `gather` gives, each with the task that made it.
_made_tasks = []
_may_leave_tasks = [False]
_function_type = type(_arguments_json)
_plain = (str, int, float, bool, type(None), list, dict)


class _Finished:
    """A value as something to await: a call that was not awaited immediately has been answered already."""

    def __init__(self, value):
        self._value = value

    def __await__(self):
        return self._value
        yield


def _ready_to_await(value):
    return _Finished(value) if type(value) in _plain else value


async def _finished_task(value):
    return value


def _as_task(value):
    return _finished_task(value) if type(value) in _plain else value


def _is_of_host(function):
    return type(function) is _function_type and function in _host_names


def _await_call(function, /, *args, **kwargs):
    """What `await function(...)` awaits."""
    if _is_of_host(function):
        return _host_call_later(function, args, kwargs)
    return _ready_to_await(function(*args, **kwargs))


def _start_call(function, /, *args, **kwargs):
    """The value of a call in the place of a task."""
    if _is_of_host(function):
        return _host_call_later(function, args, kwargs)
    return function(*args, **kwargs)


def _host_call_later(function, args, kwargs):
    name = _host_names[function]
    call = _call_later(name, _arguments_json(name, args, kwargs))
    call.__qualname__ = name
    return call


def _require_awaited():
    """Raises if the running task has made others that nothing awaits."""
    if not _made_tasks or _may_leave_tasks[0]:
        return
    own, left = {id(_asyncio.current_task())}, []
    for task, maker in _made_tasks:
        if id(maker) in own:
            own.add(id(task))
            if not (task.done() or task._callbacks or getattr(task, "cancelling", int)()):
                left += _names_of(task)
    if left:
        shown = ", ".join(dict.fromkeys(left[:100]))
        raise RuntimeError(
            "the answer cannot be taken: %s of this block %s not awaited: %s. "
            "Write `results = await asyncio.gather(...)`, and finish after that"
            % (*(("a call", "was") if len(left) == 1 else ("%d calls" % len(left), "were")), shown)
        )


def _names_of(task):
    if not hasattr(task, "get_coro"):
        return [name for child in task._children for name in _names_of(child)] or ["gather"]
    return [getattr(task.get_coro(), "__qualname__", "a task")]


async def _call_later(name, arguments):
    future = _asyncio.get_running_loop().create_future()
    if not (_later_calls or _asked):
        _turns[0] = 0
    _later_calls.append((name, arguments, future))
    return await future


def _answer_later_calls(loop):
    """Makes awaited calls, as many as there is room for, and gives tasks of this loop their answers: one at least, if they wait."""
    _stdout._send()
    mine = _locked(_ask_later_calls, loop)
    _stop_if_asked()
    for call in mine:
        if call in _pending:
            continue
        future, answer = _asked.pop(call), _answers.pop(call, None)
        if future.done():
            continue
        try:
            future.set_result(_value_of(answer))
        except (HostCallError, MemoryError) as error:
            future.set_exception(error)


def _ask_later_calls(loop):
    while _later_calls:
        name, arguments, future = _later_calls[0]
        if future.done():
            _later_calls.popleft()
        elif _has_room(arguments):
            _later_calls.popleft()
            _asked[_send_call(name, arguments)] = future
        else:
            break
    mine = [call for call, future in list(_asked.items()) if future.get_loop() is loop]
    if not all(_asked[call].done() for call in mine):
        while all(call in _pending for call in mine):
            _wait()
    return mine


def _leave_event_loop():
    """A cell that was stopped while asyncio itself was at work may have left a loop that counts as running."""
    if _is_prepared[0]:
        _set_running_loop(None)


def _prepare_asyncio():
    """Done once, when a cell first speaks of asyncio or awaits."""
    global _asyncio, _set_running_loop
    _made_tasks.clear()
    if _is_prepared[0]:
        return
    _is_prepared[0] = True
    import asyncio as _asyncio

    _set_running_loop = _asyncio.events._set_running_loop
    loops, tasks = _asyncio.base_events.BaseEventLoop, _asyncio.tasks
    run_once, create_task, gather, to_thread = (
        loops._run_once,
        loops.create_task,
        tasks.gather,
        _asyncio.to_thread,
    )

    def _run_once(self):
        _turns[0] += 1
        if (_later_calls or _asked) and (not self._ready or _turns[0] > 100):
            _turns[0] = 0
            _answer_later_calls(self)
        run_once(self)

    def _create_task(self, coroutine, **options):
        task = create_task(self, _as_task(coroutine), **options)
        _made_tasks.append((task, _asyncio.current_task(self)))
        return task

    def _gather(*tasks, **options):
        gathered = gather(*map(_as_task, tasks), **options)
        if _asyncio._get_running_loop() is not None:
            _made_tasks.append((gathered, _asyncio.current_task()))
        return gathered

    def _to_thread(function, /, *args, **kwargs):
        if _is_of_host(function):
            return _start_call(function, *args, **kwargs)
        return to_thread(function, *args, **kwargs)

    loops._run_once, loops.create_task = _run_once, _create_task
    tasks.gather = _asyncio.gather = _gather
    _asyncio.to_thread = _asyncio.threads.to_thread = _to_thread
    for entry in (_run_once, _create_task, _gather, _to_thread):
        _entries.add(entry.__code__)
    for name, helper in (
        ("<await call>", _await_call),
        ("<await>", _ready_to_await),
        ("<start call>", _start_call),
    ):
        vars(_builtins)[name] = helper
