import { scriptedModel } from '@rlm/kernel/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readTrajectory, runRlm, writeTrajectory, type RlmEvent } from '../src/index.js';
import { cell } from './support/cell.js';
import { watchedBackend } from './support/watched-backend.js';

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function example(): Promise<{ lines: string[]; events: RlmEvent[] }> {
  const model = scriptedModel([cell('print("ä\\n🙂"); nope()'), { status: 401 }]);
  const events: RlmEvent[] = [];
  for await (const event of runRlm({ model, sandbox: watchedBackend(), query: 'q' }))
    events.push(event);
  return { lines: await collect(writeTrajectory(events)), events };
}

describe('writeTrajectory and readTrajectory', () => {
  it('give back every event, however the text is cut', async () => {
    const { lines, events } = await example();
    const text = lines.join('');
    const read = await collect(readTrajectory([text]));
    expect(read).toEqual(
      events.map(
        (event) =>
          JSON.parse(
            JSON.stringify(event, (_, value: unknown) =>
              value instanceof Error
                ? { code: (value as Error & { code: string }).code, message: value.message }
                : value,
            ),
          ) as unknown,
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 50 }),
        async (sizes) => {
          const pieces: string[] = [];
          let at = 0;
          for (const size of sizes) pieces.push(text.slice(at, (at += size)));
          pieces.push(text.slice(at));
          expect(await collect(readTrajectory(pieces))).toEqual(read);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('leave out a last line that was cut off', async () => {
    const { lines } = await example();
    const text = lines.join('');
    const read = await collect(readTrajectory([text.slice(0, -10)]));
    expect(read).toHaveLength(lines.length - 2);
  });

  it.each([
    ['', 1],
    ['{"format":"other"}\n', 1],
    ['{"format":"rlm-trajectory","version":1}\nno json\n', 2],
    ['{"format":"rlm-trajectory","version":1}\n{"type":"x"}\n', 2],
  ])('refuse %j, with the line', async (text, line) => {
    await expect(collect(readTrajectory([text]))).rejects.toMatchObject({
      code: 'invalid_trajectory',
      details: { line },
    });
  });
});
