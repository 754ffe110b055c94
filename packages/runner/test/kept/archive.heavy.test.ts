import { scripted } from '@rlm/sandbox/scripted';
import { describe, expect, it } from 'vitest';

import { runRlm, type RlmEvent, type RunRlmOptions } from '../../src/index.js';
import { maxKeptBytes } from '../../src/kept-bytes.js';
import { cell } from '../support/cell.js';

const large = 'r'.repeat(900_000);

/** A run of so many turns whose replies are as long as they may be; gives what the guest has. */
async function play(turns: number, options: Partial<RunRlmOptions>) {
  let asked = 0;
  let held: unknown;
  const run = runRlm({
    model() {
      asked += 1;
      return asked > turns ? 'FINAL(done)' : `${String(asked)} ${large}\n${cell('x')}`;
    },
    sandbox: scripted(
      [
        (_, guest) => {
          held = guest.variables.get('history');
          return { stdout: 'ok' };
        },
      ],
      { repeatLast: true },
    ),
    query: 'q',
    maxSteps: turns + 1,
    ...options,
  });
  const notices: (RlmEvent & { type: 'notice' })[] = [];
  for await (const event of run) if (event.type === 'notice') notices.push(event);
  return { result: await run.result, held, notices };
}

describe('turns that are too much together', () => {
  it('stay within the bound in the archive, whose list says which turns they were', async () => {
    const { result, held, notices } = await play(25, {
      compaction: { maxChars: 10_000, keepTurns: 1 },
      sandboxLimits: { maxValueBytes: 100_000_000 },
    });
    expect(result.finishReason).toBe('final');
    const list = held as readonly { readonly turn: number; readonly reply: string }[];
    // The last turn is not archived yet, and the one before was, behind the cell that saw it.
    expect(list.map(({ turn }) => turn)).toEqual(Array.from({ length: 23 }, (_, at) => at + 1));
    expect(list[0]?.reply.length).toBeLessThan(3_000);
    expect(list.at(-1)?.reply).toContain(large);
    const chars = list.reduce((sum, { reply }) => sum + reply.length, 0);
    expect(2 * chars).toBeLessThanOrEqual(maxKeptBytes.archive);
    expect(notices.at(-1)?.message).toMatch(/\b24 turns .*\broom\b.*\bhistory\b/);
    expect(notices[0]?.message).toMatch(/\b1 turns .*\bwhole\b.*\bhistory\b/);
  });
});
