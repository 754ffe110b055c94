import { eventually } from '@rlm/config/eventually';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import type { SandboxBackend, SandboxSession } from '../../src/index.js';
import { describeBackends } from '../support/backends.js';
import { beginCell } from '../support/begin-cell.js';
import { killChildren } from '../support/child-of.js';
import { descendants, waitUntilGone } from '../support/process-tree.js';

const cells = {
  python: {
    ask: 'kept = llm_query("q")',
    endless: 'print("on")\nwhile True:\n    pass',
    hang: 'print("on")\nkept = "other"\nhang()',
    die: 'kept = "other"\ndie()',
    show: 'print(kept)',
  },
  javascript: {
    ask: 'var kept = await llm_query("q")',
    endless: 'print("on"); for (;;);',
    hang: 'print("on"); kept = "other"; await hang()',
    die: 'kept = "other"; await die()',
    show: 'print(kept)',
  },
};

/** How a process is ended from outside, and how it ends by a fault of its own. */
const signals = ['SIGKILL', 'SIGSEGV'] as const;

await describeBackends(
  'a child that ends',
  (backend: SandboxBackend) => {
    const code = cells[backend.language];
    let session: SandboxSession;
    let asked = 0;
    beforeAll(async () => {
      session = await backend.open({
        functions: {
          llm_query: () => `answer ${(asked += 1)}`,
          hang: () => new Promise(() => undefined),
          die: () => killChildren(),
        },
      });
    });
    beforeEach(async () => {
      await session.execute(code.ask);
    });
    afterAll(async () => {
      const children = await descendants(process.pid);
      await session.close();
      expect(await waitUntilGone(children)).toEqual([]);
    });
    const expectBack = async (): Promise<void> => {
      const before = asked;
      const { stdout, outcome } = await session.execute(code.show);
      expect([stdout, outcome]).toEqual([`answer ${asked}\n`, 'ok']);
      expect(asked).toBe(before);
    };

    it.each(signals)('by %s while it is idle is back at the next call', async (signal) => {
      const children = await descendants(process.pid);
      await killChildren(signal);
      expect(await waitUntilGone(children)).toEqual([]);
      await expectBack();
    });

    it('while it is idle is no crash of its variables, however often', async () => {
      for (let time = 0; time < 4; time += 1) {
        const children = await descendants(process.pid);
        await killChildren();
        expect(await waitUntilGone(children)).toEqual([]);
        expect(await session.get('kept')).toBe(`answer ${asked}`);
      }
      await expectBack();
    });

    it.each(['endless', 'hang'] as const)(
      'while a cell runs ends that cell, and what it had done (%s)',
      async (kind) => {
        const { running } = await beginCell(session, code[kind]);
        await killChildren();
        const { outcome, success, session: state } = await running;
        expect([outcome, success]).toEqual(['crashed', false]);
        expect(['restored', 'replayed']).toContain(state);
        await expectBack();
      },
    );

    it('three times in one cell loses the variables, says so, and goes on', async () => {
      const states: string[] = [];
      for (let time = 0; time < 3; time += 1) {
        const { outcome, session: state } = await session.execute(code.die);
        expect(outcome).toBe('crashed');
        states.push(state);
      }
      expect(states[2]).toBe('lost');
      expect(states.slice(0, 2)).not.toContain('lost');
      expect((await session.execute(code.show)).error?.type).toMatch(/^(?:Name|Reference)Error$/);
      expect((await session.execute(code.ask)).session).toBe('kept');
    });

    it('of a probe leaves nothing', async () => {
      const before = (await descendants(process.pid)).length;
      expect(await backend.probe()).toMatchObject({ ok: true });
      await eventually(async () => {
        expect((await descendants(process.pid)).length).toBeLessThanOrEqual(before);
      });
    });
  },
  'linux',
);
