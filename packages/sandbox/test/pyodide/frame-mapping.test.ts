import { describe, expect, it } from 'vitest';

import { fromDeviceFrame, toDeviceFrame } from '../../src/pyodide/frame-mapping.js';
import { frameKind } from '../../src/pyodide/protocol.js';

const read = (kind: number, text: string) => fromDeviceFrame(kind, text, () => 7);

describe('fromDeviceFrame', () => {
  it.each([
    [frameKind.output, 'ehello', [{ type: 'output', stream: 'stderr', text: 'hello' }]],
    [frameKind.call, '{"name":"f"}\n[1]', [{ type: 'call', call: 7, name: 'f', args: '[1]' }]],
    [frameKind.final, '{"kind":"direct"}\n42', [{ type: 'final', kind: 'direct', json: '42' }]],
    [
      frameKind.final,
      '{"kind":"variable","name":"x"}\n"a\\nb"',
      [{ type: 'final', kind: 'variable', name: 'x', json: '"a\\nb"' }],
    ],
    [frameKind.reply, '{"id":3}\n[1]', [{ type: 'reply', id: 3, outcome: { json: '[1]' } }]],
    [frameKind.reply, '{"id":3}\n', [{ type: 'reply', id: 3, outcome: {} }]],
    [
      frameKind.done,
      '{"id":1,"status":"ok","stdout":{"tail":"end","dropped":5},"stderr":{"tail":"","dropped":0}}\n[]',
      [
        { type: 'output', stream: 'stdout', text: 'end', dropped: 5 },
        { type: 'done', id: 1, status: 'ok', variables: '[]' },
      ],
    ],
  ])('reads kind %i', (kind, text, expected) => {
    expect(read(kind, text)).toEqual(expected);
  });

  it.each([
    [frameKind.call, 'ZZZ'],
    [frameKind.done, '[]'],
    [frameKind.final, 'null\n1'],
    [255, '{}'],
    [frameKind.reply, `"${'x'.repeat(5_000_000)}"`],
  ])('makes a frame that is refused of nonsense of kind %i', (kind, text) => {
    expect(read(kind, text)).toEqual([{ type: 'malformed', kind }]);
  });
});

describe('toDeviceFrame', () => {
  it('passes results as they are, and errors as data', () => {
    expect(toDeviceFrame({ type: 'result', call: 1, outcome: { json: '[1]' } })).toEqual({
      kind: frameKind.answer,
      text: '{"value":[1]}',
    });
    const error = { type: 'Error', message: 'no' };
    expect(toDeviceFrame({ type: 'result', call: 1, outcome: { error } }).text).toBe(
      '{"error":{"type":"Error","message":"no"}}',
    );
  });

  it('sends the clock beside the cell, not in it', () => {
    const frame = toDeviceFrame({ type: 'execute', id: 1, cell: 2, code: 'x', nowMs: 5 });
    expect(frame).toEqual({
      kind: frameKind.execute,
      text: '{"id":1,"cell":2,"code":"x"}',
      nowMs: 5,
    });
  });
});
