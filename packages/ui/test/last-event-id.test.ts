import { describe, expect, it } from 'vitest';

import { runRlm } from '@rlm/runner';
import { toResponse } from '../src/index.js';
import { cell } from '../../runner/test/support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';
import { readAnswer } from './support/read-answer.js';

const start = () => {
  const left = [cell('console.log("seen")'), cell('FINAL("the answer")')];
  return runRlm({
    model: () => left.shift() ?? 'FINAL(late)',
    sandbox: quickjs(),
    query: 'q',
  });
};

describe('toResponse with a lastEventId that it never gave', () => {
  it('sends the whole run if it says nothing', async () => {
    const run = start();
    const whole = await readAnswer(toResponse(run));
    for (const lastEventId of [
      '',
      run.id,
      `${run.id}:`,
      `${run.id}:-1.0.0`,
      `${run.id}:1.0`,
      `${run.id}:NaN.0.0`,
      `${run.id}:1.0.0\u0000`,
      `${run.id}:1.0.0\r\nid: 7`,
      `${run.id}:${'9'.repeat(1_000_000)}`,
      `${run.id}:1.0.0.1-1-${'z'.repeat(1_000_000)}`,
      `${run.id.slice(0, -1)}:1.0.0`,
      `run_other:end`,
      '1.0.0'.repeat(200_000),
    ]) {
      expect(await readAnswer(toResponse(run, { lastEventId }))).toEqual(whole);
    }
  });

  it('sends the end if that is a place behind it, and all text of a reply that it never sent', async () => {
    const run = start();
    const whole = await readAnswer(toResponse(run));
    const far = await readAnswer(
      toResponse(run, { lastEventId: `${run.id}:999999999.999999999.999999999` }),
    );
    expect(far.length).toBeLessThan(whole.length);
    expect(far.at(-1)).toEqual(whole.at(-1));
    const forged = `${run.id}:1.0.0.1-999999999999999-zzzzzz`;
    const rest = await readAnswer(toResponse(run, { lastEventId: forged }));
    expect(JSON.stringify(rest)).toContain('the answer');
    expect(rest.at(-1)).toEqual(whole.at(-1));
  });

  it('costs little for thousands of readers that read nothing, or leave at once', async () => {
    const run = start();
    const unread = Array.from({ length: 2_000 }, () => toResponse(run, { onClose: 'continue' }));
    const left = Array.from({ length: 2_000 }, async () =>
      toResponse(run, { onClose: 'continue', lastEventId: `${run.id}:1.0.0` }).body?.cancel(),
    );
    expect((await run.result).answer).toBe('the answer');
    await Promise.all(left);
    expect(JSON.stringify(await readAnswer(toResponse(run)))).toContain('the answer');
    expect(unread).toHaveLength(2_000);
  });
});
