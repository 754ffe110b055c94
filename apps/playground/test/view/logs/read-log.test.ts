import { errorWith } from '@rlm/config/error-with';
import { runRlm } from '@rlm/runner';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import { readLog } from '../../../src/view/logs/read-log.js';
import { toJsonLine } from '../../../src/render/json-line.js';
import { addEvents, emptyTree } from '../../../src/view/add-event.js';
import { cell, eventsOf, exampleNames, exampleRun } from '../../support/example-runs.js';
import { expectToRead, runOf, textOf } from '../../support/logs.js';

const events = await eventsOf([cell('print(1)', 'I print.'), cell('FINAL("one")')]);
const live = addEvents(emptyTree, events);

describe('readLog of our own runs', () => {
  it('reads a trajectory, in pieces of any size', async () => {
    const text = await textOf(events);
    const read = await readLog(text);
    expect(addEvents(emptyTree, read)).toEqual(live);
    expect(await readLog(text.match(/[^]{1,7}/gu) ?? [])).toEqual(read);
    expect(await readLog(`\uFEFF${text.replaceAll('\n', '\r\n')}`)).toEqual(read);
  });

  it('reads one whose last line a crash cut off, and one that only lacks its last line break', async () => {
    const text = await textOf(events);
    expect(await readLog(text.trimEnd())).toHaveLength(events.length);
    expect(await readLog(text.slice(0, -20))).toHaveLength(events.length - 1);
  });

  it('reads several behind each other', async () => {
    const text = await textOf(events);
    const read = await readLog(text + text);
    expect(read).toHaveLength(2 * events.length);
  });

  it('reads what rlm ask --events prints', async () => {
    const printed = events.map((event) => `${toJsonLine(event)}\n`).join('');
    const read = await readLog(printed);
    expect(addEvents(emptyTree, read).runs[live.rootId]?.steps).toEqual(
      live.runs[live.rootId]?.steps,
    );
  });

  it('reads what rlm ask --json prints, as far as it goes', async () => {
    const result = await runRlm({
      model: () => cell('const a = await llm_query("Say"); print(a); FINAL(a)', 'I ask.'),
      subModel: () => 'hello',
      sandbox: quickjs(),
      query: 'q',
    }).result;
    const printed = toJsonLine({ question: 'Say what?', ...result.toJSON(), contextChars: 7 });
    const run = await runOf(printed);
    expect(run).toMatchObject({ query: 'Say what?', language: 'javascript', state: 'ended' });
    expect(run.steps).toMatchObject([
      { reasoning: 'I ask.', blocks: [{ stdout: expect.stringContaining('hello') as string }] },
    ]);
    expect(run.steps[0]?.queries).toHaveLength(1);
    expect(run.end).toMatchObject({ answer: 'hello', finishReason: 'final', source: 'code' });
  });
});

describe('readLog of anything else', () => {
  it.each([
    ['', 'is empty'],
    ['\n \n', 'is empty'],
    ['Dear diary', '"Dear diary"'],
    ['{"a":1', String.raw`"{\"a\":1"`],
    ['{"a":1,"__proto__":2}', '"a, __proto__"'],
    ['[]', '"[]"'],
    ['7', '"7"'],
    ['{"role":"user","content":"Hello"}', '"role, content"'],
    ['{"type":"metadata","root_model":"m"}\n{"type":"iteration"}', 'metadata'],
    [`"${'x'.repeat(1000)}"`, `${'x'.repeat(59)}..."`],
  ])('says what came and what was expected: %s', async (text, came) => {
    const expected = ['--save', '--events', '--json'];
    await expect(readLog(text)).rejects.toThrow(
      errorWith({ code: 'unknown_log', facts: [came, ...expected] }),
    );
  });

  it('says which line of a trajectory is broken', async () => {
    const text = (await textOf(events)).replace('"step-start"', 'step-start');
    const number = text.split('\n').findIndex((line) => line.includes('step-start')) + 1;
    const brokenAt = (line: number) =>
      errorWith({ code: 'invalid_trajectory', details: { line }, facts: [`line ${line} `] });
    await expect(readLog(text)).rejects.toThrow(brokenAt(number));
    const printed = text.slice(text.indexOf('\n') + 1);
    await expect(readLog(printed)).rejects.toThrow(brokenAt(number - 1));
    const whole = await textOf(events);
    const twice = events.length + 1 + number;
    await expect(readLog(whole + text)).rejects.toThrow(brokenAt(twice));
  });

  it('takes megabytes, on one line or on many', async () => {
    // `long-logs.heavy.test.ts` has 50.
    await expectToRead(10_000_000);
  });

  it('takes any value in any field without a fault', async () => {
    const hostile: unknown[] = [
      null,
      7,
      'x',
      [],
      {},
      [null],
      [[]],
      { toJSON: 1 },
      JSON.parse('{"__proto__":{"a":1}}'),
    ];
    const all = (await Promise.all(exampleNames.map(exampleRun))).flat();
    const oneOfEach = new Map(all.map((event) => [event.type, event]));
    for (const event of oneOfEach.values()) {
      for (const key of Object.keys(event)) {
        if (['type', 'runId', 'depth', 'step', 'parentId'].includes(key)) continue;
        for (const value of hostile) {
          const changed = { ...event, [key]: value };
          expect(() => addEvents(emptyTree, [changed])).not.toThrow();
        }
      }
    }
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });
});
