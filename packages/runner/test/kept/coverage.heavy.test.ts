import { scripted } from '@rlm/sandbox/scripted';
import { describe, expect, it } from 'vitest';

import { runRlm } from '../../src/index.js';
import { maxKeptBytes } from '../../src/kept-bytes.js';
import { cell } from '../support/cell.js';

const text = Array.from({ length: 2_000 }, (_, at) => `Line ${String(at)} of the record.`).join(
  '\n',
);
const large = text.repeat(16);
const fits = Math.floor(maxKeptBytes.unread / 2 / large.length);

describe('texts that coverage has yet to read', () => {
  it('let sub-queries wait: no more is begun than fits', async () => {
    let answered = 0;
    let begun = 0;
    const sandbox = scripted([
      async (_, guest) => {
        for (let at = 0; at < 3 * fits; at += 1) await guest.call('llm_query', large);
        return { final: { type: 'direct', answer: 'ok' } };
      },
    ]);
    const run = runRlm({
      model: () => cell('x'),
      subModel: () => ((begun += 1), 'ok'),
      sandbox,
      query: 'q',
      context: text,
      coverage: true,
    });
    for await (const { type } of run) if (type === 'query-end') answered += 1;
    const { coverage } = await run.result;
    expect([begun, answered]).toEqual([3 * fits, 3 * fits]);
    expect(coverage?.bySubModels).toBe(1);
  });
});
