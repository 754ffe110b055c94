import { eventually } from '@rlm/config/eventually';
import { describe, expect, it } from 'vitest';

import { createSandbox } from '../../src/index.js';
import type { ScriptedStep } from '../../src/scripted/index.js';
import { scriptedBackend } from './support/scripted-backend.js';

const crash = { kind: 'crashed', reason: 'by itself' } as const;

/** Asks for pages at once, and keeps their answers in the order in which they come. */
const asks =
  (pages: readonly string[]): ScriptedStep =>
  async (_code, guest) => {
    const came: string[] = [];
    await Promise.all(pages.map(async (page) => came.push(String(await guest.call('page', page)))));
    guest.variables.set('came', came);
    return '';
  };

/** A session whose first cell asks for pages that the host answers in the order given; the second child plays `again`. */
async function run(
  pages: readonly string[],
  order: readonly string[],
  again: ScriptedStep = asks(pages),
) {
  const answers = new Map<string, () => void>();
  const asked: string[] = [];
  const page = (name: string): Promise<string> => {
    asked.push(name);
    return new Promise((resolve) => {
      answers.set(name, () => {
        resolve(`re:${name}`);
      });
    });
  };
  const backend = scriptedBackend([], {
    steps: (nth) => [nth === 0 ? asks(pages) : again, 'next\n'],
  });
  const session = await createSandbox(backend).open({ functions: { page } });
  const running = session.execute('first');
  for (const name of order) {
    await eventually(() => {
      expect(answers.has(name)).toBe(true);
    });
    answers.get(name)?.();
    await new Promise((resolve) => setTimeout(resolve));
  }
  await running;
  return { backend, session, asked };
}

describe('the answers of calls', () => {
  it('come in the order in which the host gives them, and in the same when the cell runs again', async () => {
    const { backend, session, asked } = await run(['a', 'b', 'c'], ['c', 'a', 'b']);
    expect(await session.get('came')).toEqual(['re:c', 're:a', 're:b']);
    await backend.children[0]?.lose(crash);
    expect(await session.get('came')).toEqual(['re:c', 're:a', 're:b']);
    expect([backend.starts.length, asked]).toEqual([2, ['a', 'b', 'c']]);
    await session.close();
  });

  it.each([
    ['another call', asks(['z']), 'host call 1'],
    ['a call more', asks(['a', 'b']), 'host call 2'],
  ])('are lost with a cell that makes %s when it runs again', async (_, again, place) => {
    const { backend, session, asked } = await run(['a'], ['a'], again);
    await backend.children[0]?.lose(crash);
    const { error } = await session.execute('next');
    expect(error?.message).toContain(`cell 1 diverged at ${place}`);
    expect(asked).toEqual(['a']);
    await session.close();
  });
});

describe('a cell whose answers took more than is kept', () => {
  const page = (): string => 'x'.repeat(1_000_000);
  const many =
    (end: string | { readonly hangs: true }): ScriptedStep =>
    async (_code, guest) => {
      for (let call = 0; call < 40; call++) await guest.call('page', call);
      return end;
    };
  const open = (end: string | { readonly hangs: true }) => {
    const backend = scriptedBackend([{ variables: { x: 1 } }, many(end), 'third\n']);
    return {
      backend,
      opening: createSandbox(backend).open({ functions: { page }, limits: { graceMs: 20 } }),
    };
  };

  it('is lost with its child once it has ended', async () => {
    const { backend, opening } = open('done\n');
    const session = await opening;
    await session.execute('first');
    expect((await session.execute('second')).outcome).toBe('ok');
    await backend.children[0]?.lose(crash);
    const next = await session.execute('third');
    expect([next.outcome, next.session]).toEqual(['crashed', 'lost']);
    await session.close();
  });

  it('can be taken back where it was stopped', async () => {
    const session = await open({ hangs: true }).opening;
    await session.execute('first');
    const stopped = await session.execute('second', { timeoutMs: 2_000 });
    expect([stopped.outcome, stopped.session]).toEqual(['timeout', 'kept']);
    expect(await session.undo?.()).toBe('replayed');
    expect(await session.get('x')).toBe(1);
    await session.close();
  });
});
