import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { SandboxSession } from '../../src/contract/session.js';
import { monty } from '../../src/monty/index.js';

const backend = monty();
const probe = await backend.probe();
const limits = { memoryBytes: 64 * 1024 * 1024, cellMs: 5_000, graceMs: 300 };

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
  ['an answer that holds itself', 'q = []\nq.append(q)\nFINAL(q)', ['error']],
  ['an answer too large', 'FINAL("x" * 80000000)', ['error', 'memory']],
  ['a flood of output', 'while True: print("x" * 1000)', ['timeout']],
  ['one large output', 'print("x" * 20000000)', ['ok']],
  ['sys.exit', 'import sys\nsys.exit(3)', ['error']],
  ['a call that is never answered', 'hang()', ['timeout', 'error']],
  ['a name that is no function', 'x = nowhere\n', ['error']],
  [
    'an await that nothing ends',
    'import asyncio\nawait asyncio.sleep(1000)',
    ['error', 'timeout', 'ok'],
  ],
];

describe.skipIf(!probe.ok)(
  `monty: hostile cells${probe.ok ? '' : ` (skipped: ${probe.reason})`}`,
  () => {
    let neighbour: SandboxSession;
    beforeAll(async () => {
      neighbour = await backend.open();
    });
    afterAll(() => neighbour.close());

    it.each(cells)(
      '%s',
      async (_, code, outcomes) => {
        const session = await backend.open({
          limits: { ...limits, hostCallMs: 1_000 },
          functions: { llm_query: () => 'x', hang: () => new Promise(() => undefined) },
        });
        await session.execute('kept = 123');
        const result = await session.execute(code, { timeoutMs: 2_000 });
        expect(outcomes).toContain(result.outcome);
        expect(result.stdout.length).toBeLessThan(21_000);
        const after = await session.execute('print(kept)');
        if (result.session !== 'lost' && result.outcome !== 'memory')
          expect(after.stdout).toBe('123\n');
        expect((await neighbour.execute('print(6 * 7)')).stdout).toBe('42\n');
        await session.close();
      },
      20_000,
    );
  },
);
