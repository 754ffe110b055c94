import { describe, expect, it } from 'vitest';

import type { ScriptedStep } from '../../src/scripted/index.js';
import { createSandbox } from '../../src/index.js';
import type { SandboxSession, SessionOptions } from '../../src/index.js';
import { deafen, gate, scriptedBackend } from './support/scripted-backend.js';

/** Long enough for a guest to end by itself on the busiest machine. */
const limits = { graceMs: 20_000 };
const never = (): Promise<never> => new Promise(() => undefined);

/**
 * A session whose guest listens to no interrupt. One that has no concurrent calls does one thing at a time, as Python does: it can
 * be reached only by the results of its calls.
 */
async function open(
  steps: readonly ScriptedStep[],
  options: SessionOptions,
  concurrentCalls = false,
) {
  const played = scriptedBackend(steps, {
    change(child) {
      deafen(child);
      const send = child.send.bind(child);
      child.send = (frame) => {
        if (frame.type !== 'result') send(frame);
        // What is asked is never answered in the midst of asking.
        else queueMicrotask(send.bind(null, frame));
      };
    },
  });
  const session = await createSandbox({
    ...played,
    capabilities: { ...played.capabilities, concurrentCalls },
    // Who calls waits at once, and does not say so.
    spawn: ({ onFrame: take, ...start }) => {
      const onFrame = (frame: unknown): void => {
        if (concurrentCalls || (frame as { type: string }).type !== 'wait') take(frame);
      };
      return played.spawn({ ...start, onFrame });
    },
  }).open({ limits, ...options });
  return { played, session };
}

/** Stops a cell of a session once it has asked the host. */
async function stopWhenAsked(session: SandboxSession, asked: Promise<void>) {
  const controller = new AbortController();
  const running = session.execute('', { abortSignal: controller.signal });
  await asked;
  controller.abort(new Error('the user has left'));
  return running;
}

describe('a cell that waits for the host when it is stopped', () => {
  it('gets the reason as the error of its call, ends by itself, and its variables are kept', async () => {
    const asked = gate();
    const { played, session } = await open(
      [
        async (_code, guest) => {
          guest.variables.set('x', 1);
          await guest.call('llm_query', 'a').catch((error: unknown) => {
            guest.print(`first: ${(error as Error).message}\n`);
          });
          await guest.call('llm_query', 'b').catch((error: unknown) => {
            guest.print(`second: ${(error as Error).message}\n`);
          });
          return '';
        },
      ],
      {
        functions: {
          llm_query: () => {
            asked.open();
            return never();
          },
        },
      },
    );
    const result = await stopWhenAsked(session, asked.opened);
    expect([result.outcome, result.session]).toEqual(['aborted', 'kept']);
    expect(result.stdout).toBe('first: the user has left\nsecond: the user has left\n');
    expect(await session.get('x')).toBe(1);
    expect(played.starts).toHaveLength(1);
    await session.close();
  });
});

describe('a cell with calls at the same time that goes on when it is stopped', () => {
  it('gets no answer more: it is given up', async () => {
    const begun = gate();
    const stopped = gate();
    const { session } = await open(
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
      { limits: { graceMs: 50 }, functions: { llm_query: never } },
      true,
    );
    const running = stopWhenAsked(session, begun.opened);
    await begun.opened;
    stopped.open();
    const result = await running;
    expect([result.outcome, result.stdout]).toEqual(['aborted', '']);
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
