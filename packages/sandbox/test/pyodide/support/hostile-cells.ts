import type { HostileCell } from '../../support/hostile-suite.js';

type Cell = Omit<HostileCell, 'name'>;

const soft = { timeoutMs: 300, outcomes: ['timeout'], isKept: true } as const;
const hard = { timeoutMs: 300, outcomes: ['timeout'] } as const;
const memory = { outcomes: ['memory'], isKept: true } as const;
const error = { outcomes: ['error'], isKept: true } as const;
const ok = { outcomes: ['ok'], isKept: true } as const;
const gone = { outcomes: ['violation', 'crashed'] } as const;

const cells: Readonly<Record<string, Cell>> = {
  'an answer of a million keys': {
    ...error,
    code: 'FINAL({"k%d" % i: 0 for i in range(1_000_000)})',
    error: 'ValueError',
  },
  'an answer of a million parts that are made on the way': {
    ...error,
    code: 'FINAL(range(1_000_000))',
    error: 'ValueError',
  },
  'a call of a million parts': {
    ...error,
    code: 'llm_query([{}] * 1_000_000)',
    error: 'ValueError',
  },
  'an answer of a big integer': {
    ...error,
    code: 'FINAL(1 << 20_000_000)',
    error: 'ValueError',
  },
  'a forged answer of millions of parts': {
    ...gone,
    code: 'import os, struct\np = b\'{"kind":"direct"}\\n[\' + b"[]," * 4_000_000 + b"[]]"\nv = memoryview(struct.pack("<BI", 70, len(p)) + p)\nwhile len(v): v = v[os.write(77, v):]\nwhile True: pass',
  },
  'a flood of frames that say it stands': {
    ...gone,
    code: 'import os\nx = b"K\\0\\0\\0\\0" * 20000\nwhile True: os.write(77, x)',
  },
  'a flood of output between texts that nobody sends': {
    ...gone,
    code: 'import os, struct\nwhile True:\n  for i in range(900): os.write(77, b"P\\1\\0\\0\\0o")\n  os.write(77, b"T\\x0c\\0\\0\\0" + struct.pack("<III", 8, 0, 1))\n  os.read(77, 100)',
  },
  'a flood of empty frames of output': {
    outcomes: ['violation', 'crashed', 'timeout'],
    code: 'import os\nwhile True: os.write(77, b"P\\1\\0\\0\\0o")',
  },
  'output that is flushed after every character': {
    ...ok,
    code: 'for i in range(30_000): print("x", end="", flush=True)',
  },
  'a name of a million characters': { ...ok, code: 'globals()["a" * 1_000_000] = 1' },
  'an endless loop': { ...soft, code: 'while True: pass' },
  'an endless loop that catches everything': {
    ...soft,
    code: 'while True:\n  try:\n    while True: pass\n  except BaseException: pass',
  },
  'a loop with a long body that catches everything': {
    ...soft,
    code: `while True:\n  try:\n    while True:\n${'      x = 1\n'.repeat(60)}  except BaseException:\n    y = 2`,
  },
  'endless recursion in finally': {
    ...hard,
    code: 'def f():\n  try:\n    while True: pass\n  finally:\n    f()\nf()',
  },
  'generators that never end': {
    ...soft,
    code: 'def g():\n  while True:\n    try:\n      yield 1\n    except BaseException: pass\nfor x in g(): pass',
  },
  'a long sleep': { ...soft, code: 'import time\ntime.sleep(1000)' },
  'a sleep in a catch-all': {
    ...soft,
    code: 'import time\nwhile True:\n  try:\n    time.sleep(1000)\n  except BaseException: pass',
  },
  'an asyncio loop': {
    ...soft,
    code: 'import asyncio\nasync def f():\n  while True: await asyncio.sleep(0)\nasyncio.run(f())',
  },
  'a regular expression bomb': { ...soft, code: 'import re\nre.match(r"(a+)+$", "a" * 40 + "b")' },
  'a loop in C': { ...hard, code: 'sum(range(10**13))' },
  'a big power': {
    ...hard,
    outcomes: ['timeout', 'ok', 'error'],
    code: 'len(str(7**(10**8)))',
  },
  'all of an endless iterator': {
    ...hard,
    outcomes: ['timeout', 'memory'],
    code: 'import itertools\nall(itertools.repeat(True))',
  },
  'signals ignored': {
    ...hard,
    code: 'import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass',
  },
  'a string larger than the address space': {
    ...error,
    outcomes: ['error', 'memory'],
    code: 'x = "a" * 10**10',
  },
  'a string larger than the limit': { ...memory, code: 'x = "a" * 10**9' },
  'bytes larger than the limit': { ...memory, code: 'x = bytearray(10**9)' },
  'a list of strings': { ...memory, code: 'l = []\nwhile True: l.append("x" * 1_000_000)' },
  'a list of small things': { ...memory, code: 'l = []\nwhile True: l.append([1])' },
  'a string that doubles': { ...memory, code: 's = "abc"\nwhile True: s += s' },
  'memory errors caught for ever': {
    timeoutMs: 3000,
    outcomes: ['timeout', 'memory'],
    code: 'l = []\nwhile True:\n  try:\n    while True: l.append("x" * 100_000)\n  except MemoryError: pass',
  },
  recursion: { ...error, code: 'def f(n): return f(n + 1)\nf(0)' },
  'recursion without a limit': {
    timeoutMs: 15_000,
    outcomes: ['error', 'memory', 'crashed', 'timeout'],
    code: 'import sys\nsys.setrecursionlimit(10**9)\ndef f(n): return f(n + 1)\nf(0)',
  },
  'recursion through C without a limit': {
    timeoutMs: 15_000,
    outcomes: ['error', 'memory', 'crashed', 'timeout'],
    code: 'import sys\nsys.setrecursionlimit(10**9)\nclass A:\n  def __repr__(self): return repr(self)\nrepr(A())',
  },
  'nested brackets': {
    ...error,
    outcomes: ['error', 'memory'],
    code: `x = ${'('.repeat(50_000)}1${')'.repeat(50_000)}`,
  },
  'the text of a deep list': {
    timeoutMs: 3000,
    outcomes: ['error', 'memory', 'crashed', 'timeout'],
    code: 'l = []\nfor i in range(200_000): l = [l]\nr = repr(l)',
  },
  'the end of a deep list': {
    outcomes: ['ok', 'crashed', 'memory'],
    code: 'l = []\nfor i in range(3_000_000): l = [l]\nl = None',
  },
  'a deep list left behind': {
    outcomes: ['ok', 'crashed'],
    code: 'l = []\nfor i in range(50_000): l = [l]',
  },
  'a list that contains itself left behind': { ...ok, code: 'l = []\nl.append(l)\nd = {"l": l}' },
  'a list that grows exponentially in text': {
    ...ok,
    code: 'l = ["x"]\nfor _ in range(60): l = [l, l]',
  },
  'a text form that never ends': {
    timeoutMs: 3000,
    outcomes: ['ok', 'timeout'],
    code: 'class R:\n  def __repr__(self):\n    while True: pass\nr = R()',
  },
  'an error whose text never ends': {
    timeoutMs: 1000,
    outcomes: ['error', 'timeout'],
    code: 'class E(Exception):\n  def __str__(self):\n    while True: pass\nraise E()',
  },
  'an error whose text is huge': { ...error, code: 'raise ValueError("x" * 10_000_000)' },
  'a chain of a thousand errors': {
    ...error,
    code: 'def f(n):\n  try:\n    raise ValueError(n)\n  except ValueError:\n    if n: f(n - 1)\n    raise KeyError(n)\nf(300)',
  },
  'a flood of prints': {
    timeoutMs: 500,
    outcomes: ['timeout'],
    isKept: true,
    code: 'while True: print("x" * 1000)',
  },
  'a flood of short prints': {
    timeoutMs: 500,
    outcomes: ['timeout'],
    isKept: true,
    code: 'while True: print()',
  },
  'one huge print': { ...ok, code: 'print("x" * 50_000_000)' },
  'a flood on the file descriptors': {
    timeoutMs: 500,
    outcomes: ['timeout'],
    isKept: true,
    code: 'import os\nwhile True: os.write(1, b"x" * 1000)',
  },
  'a huge final': { ...error, code: 'FINAL("x" * 100_000_000)' },
  'a deep final': {
    outcomes: ['error', 'crashed'],
    code: 'l = []\nfor i in range(100_000): l = [l]\nFINAL(l)',
  },
  'a final of a thing without data': {
    outcomes: ['error'],
    code: 'FINAL(lambda x: x)',
  },
  'a huge argument': { ...error, code: 'llm_query("x" * 100_000_000)' },
  'a host call that never answers': { ...error, code: 'llm_query("hang")' },
  'a flood of host calls': {
    timeoutMs: 15_000,
    outcomes: ['error', 'timeout'],
    isKept: true,
    code: 'while True: llm_query("x")',
  },
  'sys.exit': { ...error, code: 'import sys\nsys.exit(3)' },
  'os._exit': { ...gone, code: 'import os\nos._exit(3)' },
  'os.abort': { ...gone, code: 'import os\nos.abort()' },
  'os.kill of itself': {
    outcomes: ['error', 'violation', 'crashed', 'ok'],
    code: 'import os\nos.kill(os.getpid(), 9)',
  },
  'a crash of the interpreter': {
    ...gone,
    outcomes: ['violation', 'crashed', 'error'],
    code: 'import faulthandler\nfaulthandler._sigsegv()',
  },
  'crafted bytecode': {
    timeoutMs: 5000,
    outcomes: ['error', 'crashed', 'violation', 'ok', 'timeout'],
    code: 'def f(): return 1\nf.__code__ = f.__code__.replace(co_code=bytes([100, 255] * 50), co_consts=(), co_stacksize=1)\nf()',
  },
  'a forged length on the device': {
    ...gone,
    code: 'import os\nos.write(77, b"\\x44\\xff\\xff\\xff\\xff")',
  },
  'a forged end of the cell': {
    outcomes: ['violation', 'crashed'],
    code: 'import os\nos.write(77, b"\\x44\\x03\\x00\\x00\\x00ZZZ")',
  },
  'a forged call': {
    outcomes: ['violation', 'crashed'],
    code: 'import os\nos.write(77, b"\\x43\\x03\\x00\\x00\\x00ZZZ")',
  },
  'a call of a function that is none': {
    outcomes: ['ok', 'violation', 'crashed'],
    code: 'import os, struct\np = b\'{"call":1000000,"name":"constructor"}\\n[]\'\nos.write(77, struct.pack("<BI", 67, len(p)) + p)',
  },
  'a forged wish for text': {
    timeoutMs: 1000,
    outcomes: ['violation', 'crashed', 'timeout'],
    code: 'import os, struct\nos.write(77, struct.pack("<BIIII", 84, 12, 0xfffffff0, 0xffffffff, 4))',
  },
  'a wish for text that nobody sends': {
    timeoutMs: 500,
    outcomes: ['violation', 'crashed', 'timeout'],
    code: 'import os, struct\nos.write(77, struct.pack("<BIIII", 84, 12, 4096, 10, 1))',
  },
  'frames of an unknown kind': {
    outcomes: ['violation', 'crashed'],
    code: 'import os, struct\nos.write(77, struct.pack("<BI", 200, 2) + b"{}")',
  },
  'deep JSON in a forged frame': {
    outcomes: ['violation', 'crashed', 'error'],
    code: 'import os, struct\np = b\'{"kind":"direct"}\\n\' + b"[" * 500_000 + b"]" * 500_000\nos.write(77, struct.pack("<BI", 70, len(p)) + p)',
  },
  'the device read by the cell': {
    timeoutMs: 500,
    outcomes: ['timeout'],
    code: 'import os\nos.read(77, 5)',
  },
  'the device closed by the cell': {
    outcomes: ['crashed', 'violation'],
    code: 'import os\nos.close(77)',
  },
  'all descriptors closed': {
    outcomes: ['crashed', 'violation'],
    code: 'import os\nos.closerange(0, 200)',
  },
  'the driver found and broken': {
    timeoutMs: 5000,
    outcomes: ['crashed', 'violation', 'error', 'timeout', 'ok'],
    code: 'import sys\nf = sys._getframe()\nwhile f.f_back: f = f.f_back\nf.f_globals.clear()',
  },
  'everything that the collector knows broken': {
    timeoutMs: 10_000,
    outcomes: ['crashed', 'violation', 'error', 'timeout', 'ok', 'memory'],
    code: 'import gc\ngc.unfreeze()\nfor o in gc.get_objects():\n  if type(o) is dict:\n    o.clear()',
  },
  'a flood of forged calls with large arguments': {
    outcomes: ['violation'],
    code: 'import os, struct\np = b\'{"call":1000000,"name":"echo"}\\n["\' + b"x" * 10_000_000 + b\'"]\'\nfor i in range(200): os.write(77, struct.pack("<BI", 67, len(p)) + p)',
  },
  'a flood of forged output': {
    outcomes: ['violation'],
    code: 'import os, struct\np = b"o" + b"x" * 10_000_000\nfor i in range(200): os.write(77, struct.pack("<BI", 80, len(p)) + p)',
  },
  'a flood of short forged frames': {
    timeoutMs: 5000,
    outcomes: ['violation', 'timeout'],
    code: 'import os, struct\nwhile True: os.write(77, struct.pack("<BI", 80, 2) * 1 + b"ox")',
  },
  'a final that holds itself': { ...error, code: 'q = []\nq.append(q)\nFINAL(q)' },
  'a host call that fails': {
    ...ok,
    says: 'got',
    code: 'try:\n  llm_query("boom")\nexcept Exception as e:\n  print("got", e)',
  },
  'a large argument that comes back': {
    ...ok,
    says: '8000000',
    code: 'print(len(echo("x" * 8_000_000)))',
  },
};

/** Cells that try to take the session, or its host, down. */
export const hostileCells: readonly HostileCell[] = Object.entries(cells).map(([name, cell]) => ({
  name,
  ...cell,
}));
