import type { HostileCell } from '../../support/hostile-suite.js';

/** How a cell may end, as the child sees it; `gone`: the process has ended. */
type Ending = 'ok' | 'error' | 'memory' | 'interrupted' | 'gone';

interface Options {
  readonly deadlineMs?: number;
  /** How the process may have ended; default: in any way. */
  readonly exits?: readonly ('killed' | 'crashed' | 'memory' | 'violation')[];
  readonly error?: string;
  readonly says?: string;
  readonly keeps?: boolean;
  /** Whether it must be stopped without a kill. */
  readonly isKept?: boolean;
}

const cell = (
  name: string,
  code: string,
  endings: readonly Ending[],
  { deadlineMs, exits, error, says, keeps = true, isKept }: Options = {},
): HostileCell => ({
  name,
  code,
  timeoutMs: deadlineMs,
  outcomes: endings.flatMap((ending) => outcomesOf(ending, exits)),
  spoils: !keeps,
  error,
  says,
  isKept,
});

/** A cell that is interrupted, or killed after its grace, has timed out. */
function outcomesOf(
  ending: Ending,
  exits: Options['exits'] = ['killed', 'crashed', 'memory', 'violation'],
): readonly string[] {
  if (ending === 'interrupted') return ['timeout'];
  if (ending !== 'gone') return [ending];
  return exits.map((exit) => (exit === 'killed' ? 'timeout' : exit));
}

const soon = { deadlineMs: 200 };
const stopped = ['interrupted'] as const;
const outOfMemory = ['memory', 'error', 'gone'] as const;

const forged = (bytes: string): string =>
  `print("ran")\nimport os, time\nos.write(3, ${bytes})\ntime.sleep(0.1)`;

/** A cell that keeps the signals from itself, once, and in a loop: one of them stops it. */
const unheard = (name: string, take: string): readonly HostileCell[] => {
  const all = `for s in range(1, 65):\n    try: ${take}\n    except Exception as e:\n      if s == signal.SIGIO: refused = e`;
  const start = `import signal\ndef take():\n  global refused\n  ${all}\ntake()\nprint(refused)\n`;
  const options = { ...soon, isKept: true, says: 'stops cells' };
  return [
    cell(name, `${start}while True: pass`, stopped, options),
    cell(
      `${name}, again and again`,
      `${start}while True:\n  try:\n    while True: take()\n  except BaseException: take()`,
      stopped,
      options,
    ),
  ];
};

/** Endless loops, floods of memory and output, deep values, exits, forged frames. */
export const hostileCells: readonly HostileCell[] = [
  cell('an endless loop', 'while True: pass', stopped, soon),
  cell(
    'an endless loop that catches everything',
    'while True:\n  try:\n    while True: pass\n  except BaseException: pass',
    stopped,
    soon,
  ),
  cell(
    'a loop that catches everything and prints',
    'while True:\n  try:\n    while True: print("x")\n  except: print("y")',
    stopped,
    soon,
  ),
  cell(
    'a finally that starts over',
    'def f():\n  try:\n    while True: pass\n  finally:\n    f()\nf()',
    stopped,
    soon,
  ),
  cell(
    'an endless generator',
    'def g():\n  while True:\n    try: yield 1\n    except BaseException: pass\nfor _ in g(): pass',
    stopped,
    soon,
  ),
  cell(
    'a context manager that swallows',
    'class S:\n  def __enter__(s): return s\n  def __exit__(s, *a): return True\nwhile True:\n  with S():\n    while True: pass',
    stopped,
    soon,
  ),
  ...unheard('a handler of its own for every signal', 'signal.signal(s, lambda *a: None)'),
  ...unheard('every signal ignored', 'signal.signal(s, signal.SIG_IGN)'),
  ...unheard('every signal of the inner module ignored', '__import__("_signal").signal(s, 1)'),
  ...unheard('every signal blocked', 'signal.pthread_sigmask(signal.SIG_BLOCK, iter([s]))'),
  ...unheard('every signal that restarts calls', 'signal.siginterrupt(s, False)'),
  ...unheard('every signal waited for', 'signal.sigtimedwait([s], 0)'),
  cell(
    'a wait for a signal, again and again',
    'import signal\nwhile True:\n  try: signal.sigwaitinfo([signal.SIGUSR1])\n  except BaseException: pass',
    stopped,
    { ...soon, isKept: true },
  ),
  cell('a long sleep', 'import time\ntime.sleep(1000)', stopped, soon),
  cell(
    'a wait for a lock that nobody frees',
    'import threading\nl = threading.Lock()\nl.acquire()\nl.acquire()',
    stopped,
    soon,
  ),
  cell(
    'a join with an endless thread',
    'import threading\ndef w():\n  while True: pass\nt = threading.Thread(target=w)\nt.start()\nt.join()',
    stopped,
    soon,
  ),
  cell(
    'a daemon thread that goes on',
    'import threading\ndef w():\n  while True: pass\nthreading.Thread(target=w, daemon=True).start()\nprint("started")',
    ['ok'],
    { says: 'started' },
  ),
  cell(
    'an endless event loop',
    'import asyncio\nasync def f():\n  while True: await asyncio.sleep(0)\nasyncio.run(f())',
    ['interrupted', 'error'],
    soon,
  ),
  cell('one long native loop', 'sum(range(10**13))', ['gone'], { ...soon, exits: ['killed'] }),
  cell('a big power', 'len(str(7**(10**8)))', ['gone', 'interrupted', 'error'], soon),
  cell('a big factorial', 'import math\nmath.factorial(10**7)', ['gone', 'interrupted'], soon),
  cell(
    'a regular expression that never ends',
    'import re\nre.match(r"(a+)+$", "a" * 40 + "b")',
    stopped,
    soon,
  ),
  cell(
    'an endless iterator in a builtin',
    'import itertools\nlist(itertools.repeat(1))',
    outOfMemory,
  ),
  cell('a string too large', 'x = "a" * 10**10', ['memory'], { error: 'MemoryError' }),
  cell('bytes too large', 'x = bytes(10**10)', ['memory'], { error: 'MemoryError' }),
  cell('a list of large strings', 'l = []\nwhile True: l.append("x" * 1000000)', outOfMemory, {
    keeps: false,
  }),
  cell('a list of small lists', 'l = []\nwhile True: l.append([1])', outOfMemory, { keeps: false }),
  cell('a dict without end', 'd = {}\ni = 0\nwhile True:\n  d[i] = str(i)\n  i += 1', outOfMemory, {
    keeps: false,
  }),
  cell('a string that doubles', 's = "abc"\nwhile True: s += s', outOfMemory, { keeps: false }),
  cell(
    'memory through mmap',
    'import mmap\nl = []\nwhile True: l.append(mmap.mmap(-1, 1 << 24))',
    outOfMemory,
    { keeps: false },
  ),
  cell(
    'memory through ctypes',
    'import ctypes\nl = []\nwhile True: l.append(ctypes.create_string_buffer(1 << 24))',
    outOfMemory,
    { keeps: false },
  ),
  cell(
    'threads without end',
    'import threading, time\nl = []\nwhile True:\n  t = threading.Thread(target=time.sleep, args=(100,))\n  t.start()\n  l.append(t)',
    ['error', 'memory', 'gone', 'interrupted'],
    { deadlineMs: 2000, keeps: false },
  ),
  cell('endless recursion', 'def f(n): return f(n + 1)\nf(0)', ['error'], {
    error: 'RecursionError',
  }),
  cell(
    'endless recursion without a limit',
    'import sys\nsys.setrecursionlimit(10**9)\ndef f(n): return f(n + 1)\nf(0)',
    outOfMemory,
    { keeps: false },
  ),
  cell(
    'endless recursion through native code',
    'import sys\nsys.setrecursionlimit(10**9)\nclass A:\n  def __getattr__(s, n): return getattr(s, n)\nA().x',
    ['memory', 'error', 'gone'],
    { keeps: false },
  ),
  cell('brackets nested in source', 'x = ' + '('.repeat(20_000) + '1' + ')'.repeat(20_000), [
    'error',
    'memory',
  ]),
  cell('operators nested in source', 'x = ' + '-'.repeat(50_000) + '1', [
    'error',
    'memory',
    'gone',
  ]),
  cell('a deep list as text', 'l = []\nfor i in range(200000): l = [l]\nr = repr(l)', ['error'], {
    error: 'RecursionError',
  }),
  cell(
    'a deep list let go',
    'l = []\nfor i in range(3000000): l = [l]\nl = None\nprint("ran")',
    ['ok', 'memory', 'gone'],
    { says: '' },
  ),
  cell('a flood of output', 'while True: print("x" * 1000)', stopped, soon),
  cell('one large output', 'print("x" * 20000000)', ['ok']),
  cell(
    'a flood of native output',
    'import os\nwhile True: os.write(1, b"x" * 65536)',
    stopped,
    soon,
  ),
  cell('a flood of errors', 'import sys\nwhile True: sys.stderr.write("x" * 1000)', stopped, soon),
  cell('an answer too deep', 'l = []\nfor i in range(100000): l = [l]\nFINAL(l)', ['error'], {
    error: 'ValueError',
  }),
  cell('an answer that holds itself', 'q = []\nq.append(q)\nFINAL(q)', ['error'], {
    error: 'ValueError',
  }),
  cell('an answer of a million keys', 'FINAL({"k%d" % i: 0 for i in range(500_000)})', ['error'], {
    error: 'ValueError',
  }),
  cell('an answer of a million parts made on the way', 'FINAL(range(1_000_000))', ['error'], {
    error: 'ValueError',
  }),
  cell('an answer of a big integer', 'FINAL(1 << 20_000_000)', ['error'], { error: 'ValueError' }),
  cell(
    'a forged answer of millions of parts',
    'import os, struct\np = b\'{"kind":"direct"}\\n[\' + b"[]," * 1_000_000 + b"[]]"\nprint("ran")\nv = memoryview(struct.pack("<BI", 70, len(p)) + p)\nwhile len(v): v = v[os.write(3, v):]\nwhile True: pass',
    ['gone'],
    { exits: ['violation'] },
  ),
  cell(
    'memory of the kernel in sockets',
    'import socket\npairs = []\ntry:\n  while True:\n    pair = socket.socketpair()\n    pairs.append(pair)\n    for end in pair:\n      end.setblocking(False)\n      try:\n        while True: end.send(b"x" * 65536)\n      except BlockingIOError: pass\nexcept OSError: print("refused", len(pairs) < 100)',
    ['ok'],
    { says: 'refused True' },
  ),
  cell('an answer too large', 'FINAL("x" * 20000000)', ['error', 'memory']),
  cell('a question too large', 'llm_query("x" * 20000000)', ['error', 'memory']),
  cell(
    'a text form that never ends',
    'class A:\n  def __repr__(s):\n    while True: pass\n  __str__ = __repr__\nprint("ran")\nawkward = A()',
    ['ok', 'gone', 'interrupted'],
    { deadlineMs: 2000, says: 'ran', keeps: false },
  ),
  cell(
    'an error whose text never ends',
    'class E(Exception):\n  def __str__(s):\n    while True: pass\nraise E()',
    ['error', 'interrupted', 'gone'],
    { ...soon, keeps: false },
  ),
  cell('sys.exit', 'import sys\nsys.exit(3)', ['error'], { error: 'SystemExit' }),
  cell('KeyboardInterrupt', 'raise KeyboardInterrupt()', ['error'], { error: 'KeyboardInterrupt' }),
  cell('os._exit', 'print("ran")\nimport os\nos._exit(3)', ['gone'], { exits: ['crashed'] }),
  cell('os.abort', 'import os\nos.abort()', ['gone'], { exits: ['crashed'] }),
  cell('a segmentation fault', 'import ctypes\nctypes.string_at(0)', ['gone'], {
    exits: ['crashed'],
  }),
  cell('a killed self', 'import signal\nsignal.raise_signal(signal.SIGKILL)', ['gone'], {
    exits: ['crashed'],
  }),
  cell('a closed control socket', 'import os\nos.close(3)\nprint("x")', ['gone']),
  cell('all descriptors closed', 'import os\nos.closerange(0, 256)', ['gone']),
  cell(
    'builtins replaced',
    'import builtins\nfor n in ("len", "print", "isinstance", "str", "dict", "list", "type", "max", "min"):\n  setattr(builtins, n, None)',
    ['ok', 'error'],
    { keeps: false },
  ),
  cell(
    'modules of the driver broken',
    'import json, os, struct, traceback, linecache, io\nfor m in (json, struct, traceback, linecache, io):\n  m.__dict__.clear()',
    ['ok', 'error', 'gone'],
    { keeps: false },
  ),
  cell('a forged frame, too long', forged('b"\\x50\\xff\\xff\\xff\\xff"'), ['gone'], {
    exits: ['violation'],
  }),
  cell('a forged frame of no kind', forged('b"\\x00\\x02\\x00\\x00\\x00{}"'), ['gone'], {
    exits: ['violation'],
  }),
  cell('a forged frame that is no JSON', forged('b"\\x43\\x03\\x00\\x00\\x00ZZZ"'), ['gone'], {
    exits: ['violation'],
  }),
  cell('a forged second start', forged('b"\\x4b\\x02\\x00\\x00\\x00{}"'), ['gone'], {
    exits: ['violation'],
  }),
  cell(
    'half a forged frame',
    forged('b"\\x50\\x00\\x10\\x00\\x00o"'),
    ['ok', 'gone', 'interrupted'],
    { keeps: false, deadlineMs: 500 },
  ),
  cell(
    'a flood of forged frames',
    'import os\nwhile True: os.write(3, b"\\x50\\x02\\x00\\x00\\x00ox" * 1000)',
    ['gone', 'interrupted'],
    { ...soon, keeps: false },
  ),
  cell(
    'random bytes as forged frames',
    'import os\nwhile True: os.write(3, os.urandom(64))',
    ['gone', 'interrupted'],
    { ...soon, keeps: false },
  ),
  cell(
    'the answers of the host stolen',
    'import os, threading\nthreading.Thread(target=lambda: os.read(3, 100), daemon=True).start()\nllm_query("a")',
    // The stolen bytes decide: what is left may look like a frame of any length.
    ['ok', 'gone', 'error', 'interrupted', 'memory'],
    { deadlineMs: 1000, keeps: false },
  ),
  cell(
    'a flood of forged calls with large arguments',
    'import os, struct\np = b\'{"call":1000000,"name":"echo"}\\n["\' + b"x" * 3_000_000 + b\'"]\'\nf = struct.pack("<BI", 67, len(p)) + p\nprint("ran")\nwhile True:\n  v = memoryview(f)\n  while len(v): v = v[os.write(3, v):]',
    ['gone'],
    { exits: ['violation'] },
  ),
  cell('a final of a function', 'FINAL(lambda x: x)', ['error'], { error: 'TypeError' }),
  cell(
    'a host call that fails',
    'try:\n  llm_query("boom")\nexcept Exception as e:\n  print("got", e)',
    ['ok'],
    { says: 'got' },
  ),
  cell('a host call that never answers', 'llm_query("hang")', ['error']),
  cell('a large argument that comes back', 'print(len(echo("x" * 3_000_000)))', ['ok'], {
    says: '3000000',
  }),
  cell(
    'many large answers gathered at once',
    'import asyncio\nx = "x" * 3_000_000\nwhat = await asyncio.gather(*[asyncio.to_thread(echo, x) for i in range(16)], return_exceptions=True)\nprint(len(what))',
    ['ok', 'error'],
  ),
  cell(
    'a flood of processes',
    'import os\nn = 0\ntry:\n  while True:\n    if os.fork() == 0: os._exit(0)\n    n += 1\nexcept OSError: print("refused")',
    ['ok'],
    { says: 'refused' },
  ),
];
