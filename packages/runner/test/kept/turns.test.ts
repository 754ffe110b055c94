import type { RequestMessage } from '@rlm/kernel/model';
import { scripted } from '@rlm/sandbox/scripted';
import { describe, expect, it } from 'vitest';

import { boundTurns, bytesOf } from '../../src/history/bound-turns.js';
import { transcriptTurn } from '../../src/run/transcript-turn.js';
import { runRlm, type RlmEvent, type RunRlmOptions } from '../../src/index.js';
import { maxKeptBytes } from '../../src/kept-bytes.js';
import { cell } from '../support/cell.js';

const large = 'r'.repeat(900_000);

/** A run of so many turns whose replies are as long as they may be; gives the last request. */
async function play(turns: number, options: Partial<RunRlmOptions>) {
  let asked = 0;
  let last: readonly RequestMessage[] = [];
  const run = runRlm({
    model({ messages }) {
      last = messages;
      asked += 1;
      return asked > turns ? 'FINAL(done)' : `${String(asked)} ${large}\n${cell('x')}`;
    },
    sandbox: scripted(['ok'], { repeatLast: true }),
    query: 'q',
    maxSteps: turns + 1,
    ...options,
  });
  const notices: (RlmEvent & { type: 'notice' })[] = [];
  for await (const event of run) if (event.type === 'notice') notices.push(event);
  return { result: await run.result, last, notices };
}

describe('turns that are too much together', () => {
  it('are shortened, the oldest first, then dropped: the last stays whole', () => {
    const turns = Array.from({ length: 3_000 }, (_, at) =>
      transcriptTurn(`${String(at)} ${'r'.repeat(4_000)}`, 'f'.repeat(4_000)),
    );
    const bytes = 4 * 1024 * 1024;
    const bounded = boundTurns(turns, bytes);
    expect(bytesOf(bounded.turns)).toBeLessThanOrEqual(bytes);
    expect(bytesOf(bounded.turns)).toBeGreaterThan(bytes - 20_000);
    expect(bounded.dropped).toBeGreaterThan(2_000);
    expect(bounded.dropped + bounded.turns.length).toBe(turns.length);
    expect(bounded.turns.at(-1)).toBe(turns.at(-1));
    expect(bounded.turns[0]?.reply).toMatch(/^2\d{3} r+\n\.\.\. \(2,005 characters left out\)/);

    // What was shortened once stays as it is; what fits is the same.
    const again = boundTurns([...bounded.turns, ...turns.slice(0, 100)], bytes);
    expect(again).toMatchObject({ shortened: 100, dropped: expect.any(Number) as number });
    expect(bounded.turns).toContain(again.turns[0]);
    expect(boundTurns(turns.slice(0, 100), bytes)).toEqual({
      turns: turns.slice(0, 100),
      shortened: 0,
      dropped: 0,
    });
  });

  it('stay within the bound in a transcript that nothing else shortens', async () => {
    const { result, last, notices } = await play(45, { compaction: false });
    expect(result.finishReason).toBe('final');
    expect(last).toHaveLength(2 + 2 * 45);
    const chars = last.reduce((sum, { content }) => sum + content.length, 0);
    expect(2 * chars).toBeLessThan(maxKeptBytes.transcript + 100_000);
    expect(2 * chars).toBeGreaterThan(maxKeptBytes.transcript - 4_000_000);
    expect(last[2]?.content).toMatch(/^1 r+\n\.\.\. \(898,\d\d\d characters left out\) \.\.\.\n/);
    expect(last.at(-2)?.content).toContain(`45 ${large}`);
    const told = notices.filter(({ code }) => code === 'transcript_shortened');
    expect(told[0]?.message).toMatch(/ 33,554,432 .*\b1 of .*\b0 dropped\b/);
  });
});
