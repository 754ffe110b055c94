# `await llm_query(...)`: awaited host calls are collected while other tasks can still run; when all tasks wait, the
# calls are made at once. If a cell enters the event loop, asyncio learns to take finished values too.
_later_calls = []
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
    if not _later_calls:
        _turns[0] = 0
    _later_calls.append((name, arguments, future))
    return await future


def _make_later_calls(loop):
    """Makes the calls that tasks of this loop wait for, as many at once as fit into one frame."""
    mine = [call for call in _later_calls if call[2].get_loop() is loop]
    _later_calls[:] = [call for call in _later_calls if call[2].get_loop() is not loop]
    waiting = [call for call in mine if not call[2].done()]
    while waiting:
        count = _how_many_fit(waiting)
        _make_at_once(waiting[:count])
        waiting = waiting[count:]


def _how_many_fit(calls):
    """How many calls one value holds, at least one; parts are counted roughly, and not too few."""
    size, nodes = _limits["maxValueBytes"], _limits["maxValueNodes"]
    for count, (name, arguments, _) in enumerate(calls):
        size -= len(arguments) + len(name) + 100
        nodes -= 5 + sum(map(arguments.count, (b",", b":", b"[", b"{")))
        if size < 0 or nodes < 0:
            return max(count, 1)
    return len(calls)


def _make_at_once(calls):
    texts = [
        b"[" + _to_json_trusted(name) + b"," + arguments + b"]" for name, arguments, _ in calls
    ]
    if len(calls) == 1:
        answers = [_answer_of(calls[0])]
    else:
        answers = _call_host("*", b"[" + b",".join(texts) + b"]")
    for (_, _, future), answer in zip(calls, answers):
        try:
            future.set_result(_value_of(answer))
        except HostCallError as error:
            future.set_exception(error)


def _answer_of(call):
    try:
        return {"value": _call_host(call[0], call[1])}
    except HostCallError as error:
        return {"error": {"message": str(error), "type": error.type}}


def _leave_event_loop():
    """A cell that was stopped while asyncio itself was at work may have left a loop that counts as running."""
    if _is_prepared[0]:
        _set_running_loop(None)


def _prepare_asyncio():
    """Done once, when a cell first speaks of asyncio or awaits."""
    global _asyncio, _set_running_loop
    _later_calls.clear()
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
        if _later_calls and (not self._ready or _turns[0] > 100):
            _turns[0] = 0
            _make_later_calls(self)
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
