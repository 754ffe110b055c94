import { hostileData, saysOf } from '@rlm/config/hostile-data';
import { defineTool } from '@rlm/kernel';
import { scripted } from '@rlm/sandbox/scripted';
import { describe, expect, it } from 'vitest';

import { createRlm, runRlm } from '../../src/index.js';

const base = { model: () => 'FINAL(1)', sandbox: scripted() };
const query = 'q';

/** Where a value of the caller enters: what its error calls it, and how. */
const entries: readonly (readonly [name: string, enter: (value: unknown) => unknown])[] = [
  ['context', (value) => runRlm({ ...base, query, context: { in: value } })],
  [
    'contexts\\.notes\\.value',
    (value) => runRlm({ ...base, query, contexts: { notes: { value: { in: value } } } }),
  ],
  ['context', (value) => createRlm({ ...base, context: { in: value } })],
  [
    'contexts\\.notes\\.value',
    (value) => {
      createRlm(base).add('notes', { in: value });
    },
  ],
];

describe.each(entries)('%s', (name, enter) => {
  it.each(hostileData)('refuses $name', (hostile) => {
    const enters = (): unknown => enter(hostile.make());
    expect(enters).toThrow(expect.objectContaining({ code: 'invalid_option' }));
    expect(enters).toThrow(saysOf(hostile, `${name}\\.in`));
  });
});

it.each(hostileData)(
  'the result of a tool is an error in the REPL, if it is $name',
  async (hostile) => {
    const use = defineTool({ name: 'use', description: '', execute: hostile.make });
    const sandbox = scripted(
      [
        async (_, guest) => {
          const failure: unknown = await guest.call('use', {}).catch((error: unknown) => error);
          return (failure as Error).message;
        },
        { final: { type: 'direct', answer: 1 } },
      ],
      { repeatLast: true },
    );
    const model = (): string => '```repl\nuse()\n```';
    const run = runRlm({ model, sandbox, query, tools: [use], maxSteps: 2 });
    const { finishReason, steps } = await run.result;
    expect(finishReason).toBe('final');
    expect(JSON.stringify(steps)).toMatch(/the result of use/);
  },
);
