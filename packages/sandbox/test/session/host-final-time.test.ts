import { finalSignalKey } from '@rlm/repl-types/internal';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { createSandbox } from '../../src/index.js';
import { gate, scriptedBackend, type TamperedChild } from './support/scripted-backend.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** A cell in which the host ends the run by a variable of the guest, which gives it only after a while. */
async function run(cellMs: number, waitMs: number) {
  const asked = gate();
  const answering = gate();
  const hold = (child: TamperedChild): void => {
    const send = child.send.bind(child);
    child.send = (frame) => {
      if (frame.type !== 'get') {
        send(frame);
        return;
      }
      asked.open();
      void answering.opened.then(() => {
        send(frame);
      });
    };
  };
  const session = await createSandbox(
    scriptedBackend(
      [
        async (_code, guest) => {
          guest.variables.set('report', 'long');
          await guest.call('finish');
          return '';
        },
      ],
      { change: hold },
    ),
  ).open({
    limits: { cellMs },
    functions: {
      finish: () => {
        const output = { type: 'variable', var: 'report' };
        throw Object.assign(new Error('The run has ended'), { [finalSignalKey]: output });
      },
    },
  });
  const running = session.execute('');
  await asked.opened;
  await vi.advanceTimersByTimeAsync(waitMs);
  answering.open();
  const { finalOutput } = await running;
  await session.close();
  return finalOutput;
}

it.each([
  ['the time that its cell has left', 60_000, 10_000],
  ['a quarter of a second, if the cell has less', 5, 200],
])('a variable that the host named as the answer has %s', async (_, cellMs, waitMs) => {
  expect(await run(cellMs, waitMs)).toEqual({ type: 'variable', var: 'report', answer: 'long' });
});
