import { monty } from '../../src/monty/index.js';
import { testHostile } from '../support/hostile-suite.js';

/** Cells, and the outcomes that each may have. */
const cells: readonly (readonly [name: string, code: string, outcomes: readonly string[]])[] = [
  ['an endless loop', 'while True: pass', ['timeout']],
  [
    'an endless loop that catches everything',
    'while True:\n  try:\n    while True: pass\n  except BaseException: pass',
    ['timeout'],
  ],
  [
    'a loop of host calls that catches everything',
    'while True:\n  try:\n    llm_query("x")\n  except BaseException: pass',
    ['timeout', 'error'],
  ],
  ['one long native loop', 'sum(range(10**13))', ['timeout']],
  ['a big power', 'len(str(7**(10**8)))', ['timeout', 'memory', 'error']],
  [
    'a regular expression that never ends',
    'import re\nre.match(r"(a+)+$", "a" * 40 + "b")',
    ['ok', 'timeout'],
  ],
  ['a string too large', 'x = "a" * 10**10', ['memory']],
  ['a list of large strings', 'l = []\nwhile True: l.append("x" * 1000000)', ['memory', 'crashed']],
  ['a list of small lists', 'l = []\nwhile True: l.append([1])', ['memory', 'crashed']],
  ['a string that doubles', 's = "abc"\nwhile True: s += s', ['memory', 'crashed']],
  ['endless recursion', 'def f(n): return f(n + 1)\nf(0)', ['error']],
  [
    'brackets nested in source',
    'x = ' + '('.repeat(20_000) + '1' + ')'.repeat(20_000),
    ['error', 'crashed'],
  ],
  [
    'a deep list as text',
    'l = []\nfor i in range(50000): l = [l]\nr = repr(l)',
    ['ok', 'error', 'memory', 'crashed'],
  ],
  [
    'an answer too deep',
    'l = []\nfor i in range(50000): l = [l]\nFINAL(l)',
    ['error', 'crashed', 'violation'],
  ],
  ['an answer of very many parts', 'FINAL([{}] * 300000)', ['error', 'memory']],
  ['an answer of a big integer', 'FINAL(1 << 20000000)', ['error']],
  ['an answer of many big integers', 'FINAL([1 << 10000] * 1000)', ['error']],
  [
    'a call of a big integer',
    'try:\n  echo(1 << 20000000)\nexcept ValueError as e:\n  print("got", e)',
    ['ok'],
  ],
  [
    'a call with very many arguments',
    'try:\n  echo(*([1] * 200000))\nexcept ValueError as e:\n  print("got", e)',
    ['ok'],
  ],
  ['a kept name that is overwritten', '_rlm_kept_context = 1\n_rlm_kept_kept = 1', ['ok']],
  ['an answer that holds itself', 'q = []\nq.append(q)\nFINAL(q)', ['error']],
  ['an answer too large', 'FINAL("x" * 80000000)', ['error', 'memory']],
  ['a flood of output', 'while True: print("x" * 1000)', ['timeout']],
  ['one large output', 'print("x" * 20000000)', ['ok']],
  ['sys.exit', 'import sys\nsys.exit(3)', ['error']],
  ['a call that is never answered', 'llm_query("hang")', ['timeout', 'error']],
  ['a name that is no function', 'x = nowhere\n', ['error']],
  [
    'an await that nothing ends',
    'import asyncio\nawait asyncio.sleep(1000)',
    ['error', 'timeout', 'ok'],
  ],
  [
    'a finally that starts over',
    'def f():\n  try:\n    while True: pass\n  finally:\n    f()\nf()',
    ['timeout'],
  ],
  ['bytes too large', 'x = bytes(10**10)', ['memory', 'error']],
  [
    'recursion without a limit',
    'import sys\nsys.setrecursionlimit(10**9)\ndef f(n): return f(n + 1)\nf(0)',
    ['error'],
  ],
  [
    'a deep list let go',
    'l = []\nfor i in range(500000): l = [l]\nl = None',
    ['ok', 'memory', 'crashed', 'timeout'],
  ],
  ['a final of a function', 'FINAL(lambda x: x)', ['error']],
  [
    'a host call that fails',
    'try:\n  llm_query("boom")\nexcept Exception as e:\n  print("got", e)',
    ['ok'],
  ],
  ['a large argument that comes back', 'print(len(echo("x" * 5000000)))', ['ok']],
  ['a long list that comes back', 'print(len(echo([0] * 50000)))', ['ok']],
  [
    'a host call whose argument is too deep',
    'l = 1\nfor i in range(200): l = [l]\necho(l)',
    ['error'],
  ],
  [
    'the result of a host call that is too deep',
    'try:\n  deep()\nexcept ValueError as e:\n  print("got", e)',
    ['ok'],
  ],
  ['os._exit', 'import os\nos._exit(3)', ['error']],
  [
    'a chain of comparisons without end',
    `1 < 2${' < 3'.repeat(50_000)}`,
    ['ok', 'error', 'crashed', 'memory'],
  ],
  [
    'a thousand variables',
    Array.from({ length: 5_000 }, (_, index) => `v${index} = ${index}`).join('\n'),
    ['ok'],
  ],
];

await testHostile({
  backend: monty(),
  limits: { memoryBytes: 64 * 1024 * 1024, callTimeoutMs: 1_000 },
  cells: cells.map(([name, code, outcomes]) => ({
    name,
    code,
    outcomes,
    // A cell that ends by itself has the time for it that a busy machine takes.
    timeoutMs: outcomes.includes('timeout') ? 2_000 : 20_000,
    // What is out of memory cannot be asked for more.
    spoils: outcomes.includes('memory'),
  })),
});
