import type { SandboxBackend, SandboxLanguage, SandboxSession } from '../contract/session.js';
import { createSuiteFunctions } from './suite-functions.js';
import type { Expect } from './tester.js';

/** A check that needs more than cells: what a session's methods do. */
export interface LifecycleCase {
  readonly name: string;
  /** An ability that the backend must claim; the case is left out where it does not. */
  readonly needs?: keyof SandboxBackend['capabilities'];
  readonly check: (stage: LifecycleStage) => Promise<void>;
}

/** What a lifecycle case has to work with. */
export interface LifecycleStage {
  readonly backend: SandboxBackend;
  readonly session: SandboxSession;
  readonly expect: Expect;
  /** The source of the backend's language. */
  readonly code: (sources: Readonly<Record<SandboxLanguage, string>>) => string;
}

const assignX = { python: 'x = 5', javascript: 'const x = 5' };
const printX = { python: 'print(x)', javascript: 'print(x)' };
const endless = { python: 'while True:\n    pass', javascript: 'while (true) {}' };

/** The code of a rejected promise's error, or undefined. */
async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
}

/** The cases of a session's life. */
export const lifecycleCases: readonly LifecycleCase[] = [
  {
    name: 'closing twice does no harm',
    async check({ session }) {
      await session.close();
      await session.close();
    },
  },
  {
    name: 'use after close is a typed error',
    async check({ session, expect }) {
      await session.close();
      expect(await codeOf(session.execute(''))).toBe('session_closed');
      expect(await codeOf(session.set('x', 1))).toBe('session_closed');
      expect(await codeOf(session.get('x'))).toBe('session_closed');
      expect(await codeOf(session.variables())).toBe('session_closed');
    },
  },
  {
    name: 'closing ends a cell that runs',
    async check({ session, expect, code }) {
      const running = session.execute(code(endless));
      await new Promise((resolve) => setTimeout(resolve, 50));
      await session.close();
      expect((await running).outcome).toBe('aborted');
    },
  },
  {
    name: 'cells run one after another, in the order in which they were given',
    async check({ session, expect, code }) {
      const results = await Promise.all([
        session.execute(code(assignX)),
        session.execute(code({ python: 'x += 1', javascript: 'x += 1' })),
        session.execute(code(printX)),
      ]);
      expect(results[2].stdout).toBe('6\n');
    },
  },
  {
    name: 'a cell can be aborted',
    async check({ session, expect, code }) {
      const controller = new AbortController();
      const running = session.execute(code(endless), { abortSignal: controller.signal });
      setTimeout(() => {
        controller.abort();
      }, 100);
      expect((await running).outcome).toBe('aborted');
      expect(
        (await session.execute(code({ python: 'print(1)', javascript: 'print(1)' }))).stdout,
      ).toBe('1\n');
    },
  },
  {
    name: 'a cell whose signal is aborted before it starts does not run',
    async check({ session, expect, code }) {
      const result = await session.execute(code(assignX), { abortSignal: AbortSignal.abort() });
      expect(result.outcome).toBe('aborted');
      expect(await codeOf(session.get('x'))).toBe('variable_unavailable');
    },
  },
  {
    name: 'a cell that waits for a host call can be aborted',
    async check({ session, expect, code }) {
      const controller = new AbortController();
      const running = session.execute(
        code({ python: 'llm_query("hang")', javascript: 'await llm_query("hang")' }),
        { abortSignal: controller.signal },
      );
      setTimeout(() => {
        controller.abort();
      }, 50);
      expect((await running).outcome).toBe('aborted');
    },
  },
  {
    name: 'a time limit can be given for one cell',
    async check({ session, expect, code }) {
      expect((await session.execute(code(endless), { timeoutMs: 150 })).outcome).toBe('timeout');
    },
  },
  {
    name: 'get of an unknown name is a typed error',
    async check({ session, expect }) {
      expect(await codeOf(session.get('nowhere'))).toBe('variable_unavailable');
    },
  },
  {
    name: 'set refuses what is no identifier',
    async check({ session, expect }) {
      expect(await codeOf(session.set('a b', 1))).toBe('invalid_option');
      expect(await codeOf(session.set('', 1))).toBe('invalid_option');
    },
  },
  {
    name: 'set refuses what is no data',
    async check({ session, expect }) {
      const cycle: unknown[] = [];
      cycle.push(cycle);
      expect(await codeOf(session.set('x', cycle))).toBe('value_rejected');
      expect(await codeOf(session.set('x', () => 1))).toBe('value_rejected');
    },
  },
  {
    name: 'variables are described, in the order of their making',
    async check({ session, expect, code }) {
      await session.set('context', 'abc');
      await session.execute(code(assignX));
      const variables = await session.variables();
      expect(variables.map(({ name }) => name)).toEqual(['context', 'x']);
      expect(variables.map(({ preview }) => preview)).toEqual(['abc', '5']);
      expect(variables[0]?.totalLength).toBe(3);
    },
  },
  {
    name: 'a result lists the variables',
    async check({ session, expect, code }) {
      const { locals } = await session.execute(code(assignX));
      expect(Object.keys(locals)).toEqual(['x']);
    },
  },
  {
    name: 'a result records the host calls',
    async check({ session, expect, code }) {
      const result = await session.execute(
        code({ python: 'llm_query("q")', javascript: 'await llm_query("q")' }),
      );
      const [call] = result.llmCalls;
      expect([call?.name, call?.prompt, call?.response]).toEqual(['llm_query', 'q', 're:q']);
    },
  },
  {
    name: 'output is reported while the cell runs',
    async check({ session, expect, code }) {
      let seen = '';
      await session.execute(code({ python: 'print("hi")', javascript: 'print("hi")' }), {
        onOutput: (text) => {
          seen += text;
        },
      });
      expect(seen).toBe('hi\n');
    },
  },
  {
    name: 'two sessions know nothing of each other',
    async check({ backend, session, expect, code }) {
      const other = await backend.open({ functions: createSuiteFunctions() });
      await session.execute(code(assignX));
      expect((await other.execute(code(printX))).outcome).toBe('error');
      await other.close();
    },
  },
  {
    name: 'an unknown limit is refused',
    async check({ backend, expect }) {
      const limits = { cellMS: 5 } as object;
      expect(await codeOf(Promise.resolve().then(() => backend.open({ limits })))).toBe(
        'invalid_option',
      );
    },
  },
  {
    name: 'a replay of the log gives the same session, without asking the host',
    async check({ backend, session, expect, code }) {
      await session.set('context', 'c');
      await session.execute(
        code({
          python: 'x = llm_query(context)\nprint(x)',
          javascript: 'const x = await llm_query(context)\nprint(x)',
        }),
      );
      const replay = session.replayLog?.();
      if (replay === undefined) throw new Error('expected a replay log');
      const again = await backend.open({
        functions: { ...createSuiteFunctions(), llm_query: () => 'asked again' },
        replay: JSON.parse(JSON.stringify(replay)) as typeof replay,
      });
      expect(await again.get('x')).toBe('re:c');
      await again.close();
    },
  },
  {
    name: 'a replay that diverges stops and says where',
    async check({ backend, session, expect, code }) {
      await session.execute(code({ python: 'print(1)', javascript: 'print(1)' }));
      const text = JSON.stringify(session.replayLog?.()).replace('=1', '=2');
      const replay = JSON.parse(text) as never;
      const functions = createSuiteFunctions();
      expect(await codeOf(backend.open({ functions, replay }))).toBe('replay_divergence');
    },
  },
  {
    name: 'an image opens a session with the same state',
    needs: 'snapshot',
    async check({ backend, session, expect, code }) {
      await session.set('context', 'c');
      await session.execute(
        code({
          python: 'def f():\n    return context + "!"',
          javascript: 'function f() { return context + "!" }',
        }),
      );
      const image = await session.snapshot?.();
      if (image === undefined) throw new Error('expected an image');
      const again = await backend.open({ functions: createSuiteFunctions(), image });
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
    name: 'an image that was altered is refused',
    needs: 'snapshot',
    async check({ backend, session, expect }) {
      const image = await session.snapshot?.();
      if (image === undefined) throw new Error('expected an image');
      const bytes = image.bytes.slice();
      bytes[100] = (bytes[100] ?? 0) ^ 1;
      expect(await codeOf(backend.open({ image: { ...image, bytes } }))).toBe('image_mismatch');
    },
  },
  {
    name: 'a fork goes its own way',
    needs: 'snapshot',
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
    name: 'variables survive a time-out where the backend says so',
    needs: 'survivesTimeout',
    async check({ session, expect, code }) {
      await session.execute(code(assignX));
      const result = await session.execute(code(endless), { timeoutMs: 200 });
      expect([result.outcome, result.session]).toEqual(['timeout', 'kept']);
      expect((await session.execute(code(printX))).stdout).toBe('5\n');
    },
  },
];
