/** Ways in which a cell can try to swallow, undo or outlive FINAL("first"); in all of them it must stand. */
export const swallowWays: Readonly<Record<string, string>> = {
  'except Exception': 'try:\n  FINAL("first")\nexcept Exception:\n  pass',
  'except BaseException': 'try:\n  FINAL("first")\nexcept BaseException:\n  pass',
  'a bare except': 'try:\n  FINAL("first")\nexcept:\n  pass',
  finally: 'try:\n  FINAL("first")\nfinally:\n  x = 1',
  'finally that raises': 'try:\n  FINAL("first")\nfinally:\n  raise ValueError("later")',
  'finally that calls FINAL again': 'try:\n  FINAL("first")\nfinally:\n  FINAL("second")',
  'a second FINAL': 'try:\n  FINAL("first")\nexcept BaseException: pass\nFINAL("second")',
  'a second FINAL_VAR': 'v = 2\ntry:\n  FINAL("first")\nexcept BaseException: pass\nFINAL_VAR("v")',
  'a SUBMIT afterwards': 'try:\n  FINAL("first")\nexcept BaseException: pass\nSUBMIT(a=1)',
  'except with a tuple': 'try:\n  FINAL("first")\nexcept (Exception, BaseException) as e:\n  pass',
  'except of its own class':
    'try:\n  FINAL("first")\nexcept BaseException as e:\n  kind = type(e)\ntry:\n  FINAL("second")\nexcept kind: pass',
  'except group': 'try:\n  FINAL("first")\nexcept* BaseException:\n  pass',
  'another error raised from it':
    'try:\n  FINAL("first")\nexcept BaseException as e:\n  raise ValueError("x") from e',
  'an error afterwards': 'try:\n  FINAL("first")\nexcept BaseException: pass\n1 / 0',
  'a syntax error at run time':
    'try:\n  FINAL("first")\nexcept BaseException: pass\nexec("x = = 1")',
  'sys.exit afterwards':
    'import sys\ntry:\n  FINAL("first")\nexcept BaseException: pass\nsys.exit(1)',
  'nested functions':
    'def a():\n  try:\n    return b()\n  except BaseException:\n    return 1\ndef b():\n  try:\n    FINAL("first")\n  finally:\n    pass\na()',
  'return in finally': 'def f():\n  try:\n    FINAL("first")\n  finally:\n    return 1\nf()',
  'break in finally': 'for i in range(3):\n  try:\n    FINAL("first")\n  finally:\n    break',
  'continue in finally': 'for i in range(3):\n  try:\n    FINAL("first")\n  finally:\n    continue',
  contextlib: 'import contextlib\nwith contextlib.suppress(BaseException):\n  FINAL("first")',
  'a context manager that swallows':
    'class C:\n  def __enter__(self): return self\n  def __exit__(self, *a): return True\nwith C():\n  FINAL("first")',
  'a generator':
    'def g():\n  try:\n    yield FINAL("first")\n  except BaseException:\n    yield 1\nlist(g())',
  'a closing generator':
    'def g():\n  try:\n    yield 1\n  finally:\n    FINAL("first")\nh = g(); next(h); h.close()',
  'generator.throw':
    'def g():\n  try:\n    yield\n  except ValueError:\n    FINAL("first")\nh = g(); next(h)\ntry:\n  h.throw(ValueError())\nexcept BaseException: pass',
  'a comprehension': 'try:\n  [FINAL("first") for _ in range(3)]\nexcept BaseException: pass',
  'a lambda in map':
    'try:\n  list(map(lambda x: FINAL("first"), [1, 2]))\nexcept BaseException: pass',
  'a sort key': 'try:\n  sorted([1, 2], key=lambda x: FINAL("first"))\nexcept BaseException: pass',
  'a comparison method':
    'class C:\n  def __eq__(self, o): FINAL("first")\ntry:\n  C() == 1\nexcept BaseException: pass',
  __del__: 'class C:\n  def __del__(self): FINAL("first")\nc = C()\ndel c',
  __hash__:
    'class C:\n  def __hash__(self): FINAL("first")\ntry:\n  {C(): 1}\nexcept BaseException: pass',
  __getattr__: 'class C:\n  def __getattr__(self, n): FINAL("first")\nhasattr(C(), "x")',
  'a descriptor':
    'class D:\n  def __get__(self, o, t): FINAL("first")\nclass C:\n  d = D()\ngetattr(C, "d", None)',
  'a metaclass':
    'class M(type):\n  def __call__(cls): FINAL("first")\nclass C(metaclass=M): pass\ntry:\n  C()\nexcept BaseException: pass',
  'a property':
    'class C:\n  @property\n  def p(self): FINAL("first")\ntry:\n  C().p\nexcept BaseException: pass',
  'a decorator that retries':
    'def retry(f):\n  def w():\n    for _ in range(3):\n      try:\n        return f()\n      except BaseException: pass\n  return w\n@retry\ndef f(): FINAL("first")\nf()',
  'an asyncio task':
    'import asyncio\nasync def t(): FINAL("first")\nasync def main():\n  task = asyncio.create_task(t())\n  try:\n    await task\n  except BaseException: pass\nasyncio.run(main())',
  'asyncio.gather with return_exceptions':
    'import asyncio\nasync def t(): FINAL("first")\nasync def main(): return await asyncio.gather(t(), t(), return_exceptions=True)\nasyncio.run(main())',
  'a future in a thread pool':
    'from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor() as p:\n  f = p.submit(FINAL, "first")',
  'sys.excepthook': 'import sys\nsys.excepthook = lambda *a: None\nFINAL("first")',
  'sys.settrace':
    'import sys\nsys.settrace(lambda *a: None)\ntry:\n  FINAL("first")\nexcept BaseException: pass\nsys.settrace(None)',
  'a trace function that raises':
    'import sys\ndef t(frame, event, arg): raise ValueError("t")\ntry:\n  FINAL("first")\nexcept BaseException: pass\nsys.settrace(t)\nprint(1)',
  'atexit and weakref callbacks':
    'import weakref\nclass C: pass\nc = C()\nr = weakref.ref(c, lambda _: FINAL("first"))\ndel c',
  'signal handlers removed':
    'import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\ntry:\n  FINAL("first")\nexcept BaseException: pass\nx = 1',
  'exec and eval':
    'try:\n  exec("try:\\n  eval(\\"FINAL(1 and \'first\')\\")\\nexcept BaseException: pass")\nexcept BaseException: pass',
  'a deep recursion afterwards':
    'def r(): r()\ntry:\n  FINAL("first")\nexcept BaseException: pass\nr()',
  'the name taken away afterwards':
    'try:\n  FINAL("first")\nexcept BaseException: pass\ndel FINAL\nFINAL_VAR = None',
  'a host call afterwards':
    'try:\n  FINAL("first")\nexcept BaseException: pass\nllm_query("later")',
  'an endless loop that catches everything':
    'while True:\n  try:\n    FINAL("first")\n  except BaseException: pass',
  'an endless loop within a catch':
    'try:\n  FINAL("first")\nexcept BaseException:\n  while True:\n    try:\n      while True: pass\n    except BaseException: pass',
  'functools.partial and reduce':
    'import functools\ntry:\n  functools.reduce(lambda a, b: functools.partial(FINAL, "first")(), [1, 2, 3])\nexcept BaseException: pass',
  'top-level await':
    'import asyncio\nasync def t(): FINAL("first")\ntry:\n  await t()\nexcept BaseException: pass',
  'an async generator':
    'async def g():\n  try:\n    yield FINAL("first")\n  except BaseException:\n    yield 2\nasync for x in g(): pass',
  ExitStack:
    'import contextlib\nwith contextlib.ExitStack() as s:\n  s.push(lambda *a: True)\n  FINAL("first")',
  'warnings turned into errors':
    'import warnings\nwarnings.simplefilter("error")\ntry:\n  FINAL("first")\nexcept BaseException:\n  warnings.warn("w")',
};
