import { describe, expect, it } from 'vitest';

import { createSandbox } from '../../src/index.js';
import { deafen, gate, scriptedBackend } from './support/scripted-backend.js';

const never = (): Promise<never> => new Promise(() => undefined);

describe('a cell that goes on when it is stopped', () => {
  it('gets no answer more: it is given up', async () => {
    const begun = gate();
    const stopped = gate();
    const played = scriptedBackend(
      [
        async (_code, guest) => {
          begun.open();
          await stopped.opened;
          void guest.call('llm_query', 'a').catch(() => {
            guest.print('went on');
          });
          return { hangs: true };
        },
      ],
      { change: deafen },
    );
    const session = await createSandbox(played).open({
      limits: { graceMs: 50 },
      functions: { llm_query: never },
    });
    const controller = new AbortController();
    const running = session.execute('', { abortSignal: controller.signal });
    await begun.opened;
    controller.abort(new Error('the user has left'));
    stopped.open();
    const { outcome, stdout } = await running;
    expect([outcome, stdout]).toEqual(['aborted', '']);
    await session.close();
  });
});

describe('the time of a cell', () => {
  it.each([
    ['that says it waits, without a call', []],
    ['whose calls are answered', ['call']],
  ] as const)('goes on in one %s', async (_, before) => {
    const played = scriptedBackend([{ hangs: true }], {
      change(child, __, { onFrame }) {
        const send = child.send.bind(child);
        child.send = (frame) => {
          send(frame);
          if (frame.type === 'execute') {
            for (const type of before) onFrame({ type, call: 1, name: 'llm_query', args: '[]' });
            onFrame({ type: 'wait' });
          } else if (frame.type === 'result') onFrame({ type: 'wait' });
        };
      },
    });
    const session = await createSandbox(played).open({ functions: { llm_query: () => 'a' } });
    const { outcome, llmCalls } = await session.execute('', { timeoutMs: 20 });
    expect([outcome, llmCalls.length]).toEqual(['timeout', before.length]);
    await session.close();
  });
});

describe('a cell that has ended', () => {
  it('has no call more in its result, whatever becomes of those that it left', async () => {
    const ended = gate();
    const session = await createSandbox(
      scriptedBackend([
        async (_code, guest) => {
          void guest.call('log', 'left').catch(() => undefined);
          await guest.call('llm_query', 'a');
          return '';
        },
      ]),
    ).open({
      functions: {
        llm_query: () => 'b',
        log: {
          run: ({ abortSignal }) =>
            new Promise((resolve) => {
              abortSignal.addEventListener('abort', () => {
                resolve('too late');
                setImmediate(ended.open);
              });
            }),
        },
      },
    });
    const { llmCalls } = await session.execute('');
    await ended.opened;
    expect(llmCalls.map(({ name }) => name)).toEqual(['llm_query']);
    await session.close();
  });
});
