import { finalSignalKey } from '@rlm/repl-types/internal';
import { describe, expect, it } from 'vitest';

import { createSandbox } from '../../src/index.js';
import type { HostFunction, SandboxSession } from '../../src/index.js';
import { createBackend as createPyodide } from '../../src/pyodide/backend.js';
import { createBackend } from '../../src/quickjs/backend.js';
import { resolveOptions } from '../../src/quickjs/options.js';
import { cacheFolder } from '../pyodide/support/open-python.js';
import { mortalBackend } from './support/mortal-backend.js';

const backends = [
  createBackend(resolveOptions({}), () => undefined),
  createPyodide({ cacheFolder }, () => undefined),
].map(mortalBackend);

interface Case {
  readonly name: string;
  readonly python?: string;
  readonly javascript?: string;
  /** The value of `x`, before the guest ended and after. */
  readonly x: unknown;
  readonly functions?: Readonly<Record<string, HostFunction>>;
  readonly prepare?: (session: SandboxSession) => Promise<void>;
}

const end = (): never => {
  const output = { type: 'direct', answer: 'done' } as const;
  throw Object.assign(new Error('The run has ended'), { [finalSignalKey]: output });
};

const cases: readonly Case[] = [
  {
    name: 'answers of the host, which is not asked again',
    python: 'x = llm_query(context)',
    javascript: 'const x = await llm_query(context)',
    prepare: (session) => session.set('context', 'c'),
    x: 're:c',
  },
  {
    name: 'a final that a host function gave',
    python: 'x = 1\nend()\nx = 2',
    javascript: 'var x = 1\nawait end()\nx = 2',
    functions: { end },
    x: 1,
  },
  {
    name: 'calls that ran at the same time',
    python: 'import asyncio\nx = await asyncio.gather(*[llm_query(p) for p in "abc"])\nx = list(x)',
    javascript: 'const x = await Promise.all([..."abc"].map((p) => llm_query(p)))',
    x: ['re:a', 're:b', 're:c'],
  },
  {
    name: 'the time of the first time',
    python: 'import time\nx = time.time()',
    javascript: 'const x = Date.now() / 1000',
    x: 1_700_000_000,
  },
  {
    name: 'a variable that the cell has overwritten, and cells cannot lose',
    python: 'x = 1\ndata = "mine"',
    javascript: 'var x = 1\ndata = "mine"',
    prepare: (session) => session.set('data', 'the data', { isReserved: true }),
    x: 1,
  },
  {
    name: 'memory that a cell has filled',
    python: 'x = 1\nheld = []\nwhile True: held.append("x" * 1000 + str(len(held)))',
    x: 1,
  },
];

const limits = { memoryBytes: 64 * 1024 * 1024, cellMs: 60_000 };
const nowMs = 1_700_000_000_000;

describe.each(backends)(
  'a guest of $name that has ended comes back by its cells, with',
  (backend) => {
    const { language } = backend;
    const own = cases.flatMap((one) => {
      const code = one[language];
      return code === undefined ? [] : [{ ...one, code }];
    });

    it.each(own)('$name', { timeout: 120_000 }, async ({ code, x, functions, prepare }) => {
      let asked = 0;
      const llm_query = (prompt: string): string => {
        asked += 1;
        return `re:${prompt}`;
      };
      await using session = await createSandbox(backend).open({
        functions: { llm_query, ...functions },
        limits,
      });
      await prepare?.(session);
      await session.execute(code, { nowMs });
      expect(await session.get('x')).toEqual(x);
      const askedBefore = asked;
      const died = await session.execute('die', { nowMs: 5 });
      expect([died.outcome, died.session]).toEqual(['crashed', 'replayed']);
      expect(await session.get('x')).toEqual(x);
      expect(asked).toBe(askedBefore);
      expect((await session.execute('print(x)')).outcome).toBe('ok');
    });
  },
);
