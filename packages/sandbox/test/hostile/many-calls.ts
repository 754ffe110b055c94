import type { HostCase } from '@rlm/config/host-cases';
import { expect } from 'vitest';

import type { SandboxBackend } from '../../src/index.js';

/** A busy machine takes far longer for thousands of calls than they are worth. */
const timeoutMs = 200_000;

/** A cell that makes the host keep much, each part of which is within its limit. */
interface SumCell {
  readonly name: string;
  readonly python: string;
  readonly javascript: string;
  /** What it prints. */
  readonly says: RegExp;
  /** Functions that may have been called for it at most. */
  readonly maxCalls?: number;
}

const cells: readonly SumCell[] = [
  {
    name: '1,500 answers of 1 MB',
    python: 'for i in range(1500): p = page(i)\nprint("got", len(p))',
    javascript:
      'let p = ""; for (let i = 0; i < 1500; i++) p = await page(i); print("got", p.length)',
    says: /^got 1000000\n$/,
  },
  {
    name: '4,000 small calls',
    python: 'for i in range(4000): p = small("a" * 400)\nprint("got", p)',
    javascript:
      'let p = ""; for (let i = 0; i < 4000; i++) p = await small("a".repeat(400)); print("got", p)',
    says: /^got 400\n$/,
  },
  {
    name: '30 calls as large as allowed',
    python: 'x = "a" * 8_000_000\nfor i in range(30): p = small(x)\nprint("got", p)',
    javascript:
      'const x = "a".repeat(8_000_000); let p = ""; for (let i = 0; i < 30; i++) p = await small(x); print("got", p)',
    says: /^got 8000000\n$/,
  },
  {
    name: 'a batch of 1,500 answers of 1 MB',
    python: 'try: llm_query_batched(["x"] * 1500)\nexcept Exception as e: print("got", e)',
    javascript:
      'try { await llm_query_batched(Array(1500).fill("x")) } catch (e) { print("got", e.message) }',
    says: /^got a value is too large/,
    maxCalls: 40,
  },
  {
    name: '500 calls that fail with 1 MB of text',
    python:
      'for i in range(500):\n  try: fail()\n  except Exception as e: p = str(e)\nprint("got", len(p))',
    javascript:
      'let p = 0; for (let i = 0; i < 500; i++) { try { await fail() } catch (e) { p = e.message.length } } print("got", p)',
    // Its head and its tail, and between them how much is left out.
    says: /^got 20\d\d\n$/,
  },
  {
    name: '500 answers of 1 MB that come at once',
    python:
      'import asyncio\nasync def size(): return len(await page())\nprint(len(set(await asyncio.gather(*[size() for _ in range(500)]))))',
    javascript:
      'const all = Array.from({ length: 500 }, () => page().then((p) => p.length)); print(new Set(await Promise.all(all)).size)',
    says: /^1\n$/,
  },
];

/** Cases of a backend that make the host keep much. */
export function manyCalls(backend: SandboxBackend, memoryBytes: number): HostCase[] {
  return cells.map((cell) => ({
    name: cell.name,
    memoryBytes,
    async run(inTime) {
      const { calls, functions } = hostFunctions();
      const session = await backend.open({ functions, limits: { memoryBytes } });
      try {
        const { stdout, error } = await session.execute(cell[backend.language], { timeoutMs });
        expect(stdout, error?.message).toMatch(cell.says);
        expect(calls()).toBeLessThanOrEqual(cell.maxCalls ?? Infinity);
      } finally {
        await inTime(0, () => session.close());
      }
    },
  }));
}

/** A case of a backend whose host sets many values. */
export function manyValues(backend: SandboxBackend, memoryBytes: number): HostCase {
  return {
    name: '300 values of 1 MB, one in place of the other',
    memoryBytes,
    async run() {
      const session = await backend.open({ limits: { memoryBytes } });
      for (let value = 0; value < 300; value++) {
        await session.set('page', String(value % 10).repeat(1_000_000));
      }
      expect(await session.get('page')).toBe('9'.repeat(1_000_000));
      await session.close();
    },
  };
}

function hostFunctions() {
  let calls = 0;
  const page = (): string => {
    calls++;
    return 'x'.repeat(1_000_000);
  };
  return {
    calls: () => calls,
    functions: {
      page,
      llm_query: page,
      small: (text: string) => text.length,
      fail: () => {
        throw new Error('y'.repeat(1_000_000));
      },
    },
  };
}
