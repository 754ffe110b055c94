import { nextTurn } from '@rlm/repl-types/internal';
import { describe, expect, it } from 'vitest';

import { createSandbox } from '../../src/index.js';
import { scripted, type ScriptedGuest } from '../../src/scripted/index.js';

describe('answers that the code has not taken', () => {
  it('keep their places: no more calls are made than may run at once', async () => {
    let [called, taken, id] = [0, 0, 0];
    let goOn = (): void => undefined;
    const backend = createSandbox({
      name: 'late',
      language: 'python',
      spawn: ({ onFrame }) => ({
        send(frame) {
          if (frame.type === 'execute') {
            ({ id } = frame);
            // The code goes on by itself: it does not say that it waits.
            for (let call = 1; call <= 60; call++) {
              onFrame({ type: 'call', call, name: 'page', args: '[]' });
            }
          } else taken += 1;
          goOn = () => {
            onFrame(taken < 60 ? { type: 'wait' } : { type: 'done', id, status: 'ok' });
          };
          if (taken > 0) queueMicrotask(goOn);
        },
        stop: () => undefined,
        kill: () => Promise.resolve(),
        exited: new Promise(() => undefined),
      }),
    });
    const page = (): number => (called += 1);
    const session = await backend.open({ functions: { page }, limits: { maxConcurrentCalls: 4 } });
    const running = session.execute('');
    for (let turn = 0; turn < 50; turn++) await nextTurn();
    expect(called).toBe(4);
    goOn();
    expect([(await running).outcome, called, taken]).toEqual(['ok', 60, 60]);
    await session.close();
  });
});

describe('answers that the code has not taken, together', () => {
  it('are written as long as they are no longer than a value, and the others when it takes them', async () => {
    const [count, most] = [16, 1_000];
    let [id, written, taken, answered] = [0, 0, 0, 0];
    let send: (frame: object) => unknown = () => undefined;
    const backend = createSandbox({
      name: 'late',
      language: 'python',
      spawn: ({ onFrame }) => {
        send = onFrame;
        return {
          send(frame) {
            if (frame.type === 'result') taken += 1;
            if (frame.type !== 'execute') return;
            ({ id } = frame);
            for (let call = 1; call <= count; call++) {
              onFrame({ type: 'call', call, name: 'page', args: '[]' });
            }
          },
          stop: () => undefined,
          kill: () => Promise.resolve(),
          exited: new Promise(() => undefined),
        };
      },
    });
    const toJSON = (): string => {
      written += 1;
      return 'x'.repeat(most - 2);
    };
    const page = async () => {
      await nextTurn();
      answered += 1;
      return { toJSON };
    };
    const session = await backend.open({ functions: { page }, limits: { maxValueBytes: most } });
    const running = session.execute('');
    for (let turn = 0; turn < 100; turn++) await nextTurn();
    expect([answered, written]).toEqual([count, 2]);
    while (taken < count) {
      send({ type: 'wait' });
      await nextTurn();
      expect(written - taken).toBeLessThanOrEqual(2);
    }
    send({ type: 'done', id, status: 'ok' });
    expect((await running).outcome).toBe('ok');
    await session.close();
  });
});

describe('the answers of a batch', () => {
  const text = 'x'.repeat(998);
  const limits = { maxValueBytes: 10_000, maxConcurrentCalls: 2 };

  async function batch(items: number, answer: (item: number) => unknown) {
    let called = 0;
    const llm_query = (item: number): unknown => {
      called++;
      return answer(item);
    };
    const prompts = Array.from({ length: items }, (_, item) => item);
    const session = await scripted([
      async (_code, guest) => JSON.stringify(await guest.call('llm_query_batched', prompts)),
    ]).open({ functions: { llm_query }, limits });
    const { stdout, error } = await session.execute('');
    await session.close();
    return { stdout, message: error?.message, called };
  }

  it('are as long together as one value', async () => {
    const { stdout, called } = await batch(9, () => text);
    expect([JSON.parse(stdout), called]).toEqual([Array(9).fill(text), 9]);
  });

  it('end it as soon as they are longer: what has not begun is not called', async () => {
    // Ten answers are longer than a value, and two more calls run by then, however busy the host is.
    for (let ahead = 0; ahead < 40; ahead++) {
      const { message, called } = await batch(500, () => {
        for (let turn = 0; turn < ahead; turn++) void nextTurn();
        return text;
      });
      expect(message).toMatch(/\btoo large: \d+ bytes .* 10000\b/);
      expect([10, 11, 12]).toContain(called);
    }
  });

  it('are refused with the bytes that they would have had', async () => {
    // Nine of 1,001 bytes fit, the tenth does not.
    const { message } = await batch(10, () => text);
    expect(message).toMatch(/\btoo large: 10010 bytes .* 10000\b/);
  });

  it('are null where a call failed', async () => {
    const { stdout } = await batch(3, (item) => {
      if (item === 1) throw new Error('no');
      return [item];
    });
    expect(JSON.parse(stdout)).toEqual([[0], null, [2]]);
  });

  it('are refused where one is no data', async () => {
    const { message } = await batch(2, () => Symbol('no data'));
    expect(message).toMatch(/the result of llm_query_batched/);
  });

  it('are made if the session has just as many calls left, and none of them if it has fewer', async () => {
    const told: string[] = [];
    let called = 0;
    const steps = [3, 4, 3].map((count) => async (_code: string, guest: ScriptedGuest) => {
      const prompts = Array.from({ length: count }, (_, item) => item);
      const asking = guest.call('llm_query_batched', prompts).then(
        (answers) => JSON.stringify(answers),
        (error: unknown) => (error as Error).message,
      );
      told.push(await asking);
      return '';
    });
    const last = async (_code: string, guest: ScriptedGuest): Promise<string> =>
      String(await guest.call('llm_query', 7));
    const session = await scripted([...steps, last]).open({
      functions: { llm_query: () => (called += 1) },
      limits: { maxHostCalls: 6 },
    });
    for (const step of steps) await session.execute(String(step.length));
    const { error } = await session.execute('');
    await session.close();
    expect(told).toEqual([
      '[1,2,3]',
      expect.stringMatching(/^4 calls .* 6 host calls .*\(3 /),
      '[4,5,6]',
    ]);
    expect([error?.message, called]).toEqual([expect.stringContaining('6 host calls'), 6]);
  });
});
