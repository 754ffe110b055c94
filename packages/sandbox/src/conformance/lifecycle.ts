import { beginCell } from './begin-cell.js';
import { idleCases } from './idle.js';
import { clockCases } from './clocks.js';
import { snapshotCases } from './snapshots.js';
import { undoCases } from './undo.js';
import { hostValueCases } from './host-values.js';
import {
  assignX,
  begunEndless,
  codeOf,
  endless,
  printX,
  type LifecycleCase,
} from './lifecycle-case.js';
import { localsCases } from './locals.js';
import { ownSessionCases } from './own-session.js';
import { resumptionCases } from './resumption.js';
import { createSuiteFunctions } from './suite-functions.js';
import { takenNameCases } from './taken-names.js';

/** The cases about a session as a whole: its opening, snapshots, forks, time-outs and end. */
export const lifecycleCases: readonly LifecycleCase[] = [
  {
    name: 'use after close is a typed error, and closing twice does no harm',
    async check({ session, expect }) {
      await session.close();
      await session.close();
      const uses = [
        session.execute(''),
        session.set('x', 1),
        session.get('x'),
        session.variables(),
      ];
      for (const use of uses) expect(await codeOf(use)).toBe('session_closed');
    },
  },
  {
    name: 'closing ends a cell that runs',
    in: 'none',
    async check(stage) {
      const { session, running } = await beginCell(stage, begunEndless);
      await session.close();
      stage.expect((await running).outcome).toBe('aborted');
    },
  },
  {
    name: 'cells run one after another, in the order in which they were given',
    in: 'cleared',
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
    in: 'none',
    async check(stage) {
      const { code, expect } = stage;
      const controller = new AbortController();
      const abortSignal = controller.signal;
      const { session, running } = await beginCell(stage, begunEndless, { abortSignal });
      controller.abort();
      expect((await running).outcome).toBe('aborted');
      expect(
        (await session.execute(code({ python: 'print(1)', javascript: 'print(1)' }))).stdout,
      ).toBe('1\n');
      await session.close();
    },
  },
  {
    name: 'what was printed before a call can be read while the call waits',
    in: 'none',
    async check({ backend, expect, code }) {
      let seen = '';
      let tell = (): void => undefined;
      const printed = new Promise<void>((resolve) => (tell = resolve));
      const session = await backend.open({
        functions: { until_printed: () => printed.then(() => seen) },
        limits: { callTimeoutMs: 5_000 },
      });
      const source = {
        python: 'print("before")\nprint(until_printed())',
        javascript: 'print("before"); print(await until_printed())',
      };
      const onOutput = (text: string): void => {
        seen += text;
        tell();
      };
      const { stdout } = await session.execute(code(source), { onOutput });
      await session.close();
      expect(stdout).toBe('before\nbefore\n\n');
    },
  },
  {
    name: 'a cell whose signal is aborted before it starts does not run',
    in: 'cleared',
    async check({ session, expect, code }) {
      const result = await session.execute(code(assignX), { abortSignal: AbortSignal.abort() });
      expect(result.outcome).toBe('aborted');
      expect(await codeOf(session.get('x'))).toBe('variable_unavailable');
    },
  },
  {
    name: 'a cell that waits for a host call can be aborted',
    in: 'none',
    async check(stage) {
      const controller = new AbortController();
      const abortSignal = controller.signal;
      const hang = { python: 'hang()', javascript: 'await hang()' };
      const { session, running } = await beginCell(stage, hang, { abortSignal });
      controller.abort();
      stage.expect((await running).outcome).toBe('aborted');
      await session.close();
    },
  },
  {
    name: 'get, variables and set end with a signal, also while they wait for their turn',
    in: 'cleared',
    async check({ session, expect, code }) {
      const controller = new AbortController();
      const { signal: abortSignal } = controller;
      const running = session.execute(code(endless), { timeoutMs: 5_000, abortSignal });
      const calls = [
        codeOf(session.get('x', { abortSignal })),
        codeOf(session.variables({ abortSignal })),
        codeOf(session.set('x', 1, { abortSignal })),
        session.execute(code(assignX), { abortSignal }).then(({ outcome }) => outcome),
      ];
      controller.abort(Object.assign(new Error('no more'), { code: 'told' }));
      expect(await Promise.all(calls)).toEqual(['told', 'told', 'told', 'aborted']);
      expect((await running).outcome).toBe('aborted');
      expect(await codeOf(session.get('x'))).toBe('variable_unavailable');
    },
  },
  {
    name: 'get, variables and set take a time limit; they and open refuse other options',
    in: 'cleared',
    async check({ backend, session, expect }) {
      await session.set('x', 1, { timeoutMs: 10_000 });
      expect(await session.get('x', { timeoutMs: 10_000 })).toBe(1);
      expect((await session.variables({ timeoutMs: 10_000 })).length).toBe(1);
      const wrong = { timeout: 1 } as object;
      expect(await codeOf(session.get('x', wrong))).toBe('invalid_option');
      expect(await codeOf(session.variables(wrong))).toBe('invalid_option');
      expect(await codeOf(session.set('x', 1, wrong))).toBe('invalid_option');
      const opening = Promise.resolve().then(() =>
        backend.open({ limits: { cellMS: 5 } as object }),
      );
      expect(await codeOf(opening)).toBe('invalid_option');
    },
  },
  {
    name: 'a time limit can be given for one cell',
    in: 'cleared',
    async check({ session, expect, code }) {
      expect((await session.execute(code(endless), { timeoutMs: 150 })).outcome).toBe('timeout');
    },
  },
  {
    name: 'set refuses what is no identifier or a word of the language, and so does open for a function',
    in: 'common',
    async check({ backend, session, expect, code }) {
      const words = { python: 'for class None def', javascript: 'for class null function' };
      for (const word of ['a b', '', ...code(words).split(' ')]) {
        expect(await codeOf(session.set(word, 1))).toBe('invalid_option');
        const functions = { [word]: () => 1 };
        const opening = Promise.resolve().then(() => backend.open({ functions }));
        expect(await codeOf(opening)).toBe('invalid_option');
      }
    },
  },
  {
    name: 'variables are described, in the order of their making, collections with the number of their items',
    in: 'cleared',
    async check({ session, expect, code }) {
      await session.set('notes', 'abc');
      await session.execute(code(assignX));
      await session.set('rows', [1, [2, 3], 4]);
      const variables = await session.variables();
      expect(variables.map(({ name }) => name)).toEqual(['notes', 'x', 'rows']);
      expect(variables.slice(0, 2).map(({ preview }) => preview)).toEqual(['abc', '5']);
      expect(variables.map(({ items }) => items)).toEqual([undefined, undefined, 3]);
      expect(variables[0]?.totalLength).toBe(3);
    },
  },
  {
    name: 'a result records the host calls',
    in: 'common',
    async check({ session, expect, code }) {
      const result = await session.execute(
        code({ python: 'llm_query("q")', javascript: 'await llm_query("q")' }),
      );
      const [call] = result.llmCalls;
      expect([call?.name, call?.prompt, call?.response]).toEqual(['llm_query', 'q', 're:q']);
    },
  },
  {
    name: 'two sessions know nothing of each other',
    in: 'cleared',
    async check({ backend, session, expect, code }) {
      const other = await backend.open({ functions: createSuiteFunctions() });
      await session.execute(code(assignX));
      expect((await other.execute(code(printX))).outcome).toBe('error');
      await other.close();
    },
  },
  {
    name: 'the same seed gives the same random numbers, another gives others',
    in: 'none',
    async check({ backend, expect, code }) {
      const draw = {
        python: 'import random\nprint(random.random())',
        javascript: 'print(Math.random())',
      };
      const drawn: string[] = [];
      for (const seed of ['a', 'a', 'b']) {
        const session = await backend.open({ seed });
        drawn.push((await session.execute(code(draw))).stdout);
        await session.close();
      }
      expect(drawn[0]).toBe(drawn[1]);
      expect(drawn[0] === drawn[2]).toBe(false);
      expect(drawn[0]?.slice(0, 2)).toBe('0.');
    },
  },
  {
    name: 'a function of the host may have the name of a helper, and comes before it',
    in: 'none',
    needs: 'helpers',
    async check({ backend, code, expect }) {
      const session = await backend.open({ functions: { lines: () => 'of the host' } });
      const cell = { python: 'print(lines("a"))', javascript: 'print(await lines("a"))' };
      expect((await session.execute(code(cell))).stdout).toBe('of the host\n');
      await session.close();
    },
  },
  ...idleCases,
  ...clockCases,
  ...snapshotCases,
  ...undoCases,
  ...resumptionCases,
  ...hostValueCases,
  ...localsCases,
  ...ownSessionCases,
  ...takenNameCases,
];
