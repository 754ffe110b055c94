import { assignX, codeOf, endless, printX, type LifecycleCase } from './lifecycle-case.js';
import { createSuiteFunctions } from './suite-functions.js';

/** A cell that takes the data, and one that shows it. */
const takeData = { python: 'data = "mine"', javascript: 'data = "mine"' };
const printData = { python: 'print(data)', javascript: 'print(data)' };

/** Sessions from a snapshot or a fork; and what survives a time-out. */
export const resumptionCases: readonly LifecycleCase[] = [
  {
    name: 'a variable that cells cannot lose has its value again, until the host gives it away',
    async check({ session, expect, code }) {
      await session.set('data', 'old', { isReserved: true });
      await session.set('data', 'the data', { isReserved: true });
      await session.execute(code(takeData));
      expect((await session.execute(code(printData))).stdout).toBe('the data\n');
      await session.set('data', 'ordinary');
      await session.set('context', 'ordinary', { isReserved: false });
      expect((await session.execute('context = data = "mine"')).diagnostics).toEqual([]);
      const both = { python: 'print(data, context)', javascript: 'print(data, context)' };
      expect((await session.execute(code(both))).stdout).toBe('mine mine\n');
    },
  },
  {
    name: 'a variable that cells cannot lose has its value again in a session from a snapshot, and in a fork',
    needs: 'snapshot',
    async check({ backend, session, expect, code }) {
      await session.set('data', 'the data', { isReserved: true });
      await session.execute(code(takeData));
      const fork = await session.fork?.();
      if (fork === undefined) throw new Error('expected a fork');
      const snapshot = await session.snapshot?.();
      if (snapshot === undefined) throw new Error('expected a snapshot');
      const again = await backend.open({ functions: createSuiteFunctions(), snapshot });
      for (const resumed of [fork, again]) {
        const { stdout, diagnostics } = await resumed.execute(code(printData));
        expect([stdout, diagnostics]).toEqual(['the data\n', []]);
        await resumed.close();
      }
    },
  },
  {
    name: 'a snapshot opens a session with the same state',
    needs: 'snapshot',
    async check({ backend, session, expect, code }) {
      await session.set('context', 'c');
      await session.execute(
        code({
          python: 'def f():\n    return context + "!"',
          javascript: 'function f() { return context + "!" }',
        }),
      );
      const snapshot = await session.snapshot?.();
      if (snapshot === undefined) throw new Error('expected a snapshot');
      const again = await backend.open({ functions: createSuiteFunctions(), snapshot });
      const result = await again.execute(
        code({
          python: 'print(f(), llm_query("q"))',
          javascript: 'print(f(), await llm_query("q"))',
        }),
      );
      expect(result.stdout).toBe('c! re:q\n');
      await again.close();
    },
  },
  {
    name: 'a snapshot that was altered is refused',
    needs: 'snapshot',
    in: 'cleared',
    async check({ backend, session, expect }) {
      const snapshot = await session.snapshot?.();
      if (snapshot === undefined) throw new Error('expected a snapshot');
      const bytes = snapshot.bytes.slice();
      bytes[100] = (bytes[100] ?? 0) ^ 1;
      expect(await codeOf(backend.open({ snapshot: { ...snapshot, bytes } }))).toBe(
        'snapshot_mismatch',
      );
    },
  },
  {
    name: 'a fork goes its own way',
    needs: 'snapshot',
    in: 'cleared',
    async check({ session, expect, code }) {
      await session.execute(code(assignX));
      const fork = await session.fork?.();
      if (fork === undefined) throw new Error('expected a fork');
      await fork.execute(code({ python: 'x = 6', javascript: 'x = 6' }));
      expect((await session.execute(code(printX))).stdout).toBe('5\n');
      expect((await fork.execute(code(printX))).stdout).toBe('6\n');
      await fork.close();
    },
  },
  {
    name: 'a fork ends with the signal of its session',
    in: 'none',
    needs: 'snapshot',
    async check({ backend, expect }) {
      const controller = new AbortController();
      const session = await backend.open({ abortSignal: controller.signal });
      const fork = await session.fork?.();
      if (fork === undefined) throw new Error('expected a fork');
      controller.abort();
      expect(await codeOf(fork.execute(''))).toBe('session_closed');
      await fork.close();
    },
  },
  {
    name: 'variables survive a time-out where the backend says so',
    needs: 'survivesTimeout',
    in: 'cleared',
    async check({ session, expect, code }) {
      await session.execute(code(assignX));
      const result = await session.execute(code(endless), { timeoutMs: 200 });
      expect([result.outcome, result.session]).toEqual(['timeout', 'kept']);
      expect((await session.execute(code(printX))).stdout).toBe('5\n');
    },
  },
];
