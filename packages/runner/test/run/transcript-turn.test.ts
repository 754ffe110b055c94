import type { ModelFunction, RequestMessage } from '@rlm/kernel/model';
import { scripted } from '@rlm/sandbox/scripted';
import { describe, expect, it } from 'vitest';

import { runRlm } from '../../src/index.js';
import { cell } from '../support/cell.js';

const sandbox = scripted(['1\n'], { repeatLast: true });

/** A run of so many turns; gives the messages of each request. */
async function play(turns: number): Promise<(readonly RequestMessage[])[]> {
  const requests: (readonly RequestMessage[])[] = [];
  const model: ModelFunction = ({ messages }) =>
    requests.push(messages) < turns ? cell('print(1)') : 'FINAL(done)';
  const options = { model, sandbox, query: 'q', compaction: false, maxSteps: turns } as const;
  expect(await runRlm(options).result).toMatchObject({ finishReason: 'final' });
  return requests;
}

describe('the transcript', () => {
  it('gives each request the messages of the one before as they are, and frozen', async () => {
    const requests = await play(5);
    expect(requests.map(({ length }) => length)).toEqual([2, 4, 6, 8, 10]);
    const last = requests.at(-1) ?? [];
    expect(last.every((message) => Object.isFrozen(message))).toBe(true);
    for (const messages of requests) {
      expect(messages.every((message, index) => message === last[index])).toBe(true);
    }
  });
});
