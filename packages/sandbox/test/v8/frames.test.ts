import { errorWith } from '@rlm/config/error-with';
import { describe, expect, it } from 'vitest';

import { decodeGuestFrame, encodeGuestFrame } from '../../src/v8/wire/guest-frames.js';
import type { GuestFrame } from '../../src/contract/frames.js';
import { promiseSuite } from '@rlm/config/promise-suite';
import { defineBackend } from '../../src/engine.js';
import { v8 } from '../../src/v8/index.js';
import { describeWhere } from '../support/describe-where.js';
import { forgedV8 } from './support/leaky.js';

const frames: readonly GuestFrame[] = [
  { type: 'output', stream: 'stdout', text: 'a\nb', dropped: 2 },
  { type: 'output', stream: 'stderr', text: '' },
  { type: 'call', call: 1, name: 'f', args: '["\\n"]' },
  { type: 'wait' },
  { type: 'final', kind: 'variable', name: 'x', json: '{"a":1}' },
  { type: 'done', id: 1, status: 'ok', value: '1\n2', variables: '[]', findings: '[]' },
  { type: 'done', id: 2, status: 'error', error: { type: 'E', message: 'm', traceback: 't' } },
  { type: 'reply', id: 3, outcome: {} },
  { type: 'reply', id: 4, outcome: { json: 'null' } },
  { type: 'reply', id: 5, outcome: { error: { type: 'E', message: 'm' } } },
];

describe('the frames of a guest', () => {
  it.each(frames.map((frame) => [frame.type, frame] as const))(
    '%s arrives as it was',
    (_type, frame) => {
      expect(decodeGuestFrame(Buffer.from(encodeGuestFrame(frame)).subarray(5))).toEqual(frame);
    },
  );

  it.each([
    '',
    'x',
    '[',
    '1',
    '{"a":',
    `{"a":${'['.repeat(10)}${']'.repeat(10)}}`,
    `{"a":"${'x'.repeat(2 ** 20)}"}`,
  ])('what is none has no meaning: %#', (text) => {
    expect(decodeGuestFrame(Buffer.from(text))).toBeUndefined();
  });
});

/** A program in the place of that of a session: it says that it is ready, and attacks when a cell is to run. */
const program = (attack: string): string => `
const header = (kind, length) => { const head = Buffer.alloc(5); head[0] = kind; head.writeUInt32LE(length, 1); return head; };
const raw = (bytes) => new Promise((resolve) => socket.write(bytes) ? resolve() : socket.once('drain', resolve));
const send = (kind, text) => raw(Buffer.concat([header(kind, Buffer.byteLength(text)), Buffer.from(text)]));
const frame = (value, body) => send(0x46, JSON.stringify(value) + (body === undefined ? '' : '\\n' + body));
send(0x4b, '{"holes":[]}');
let seen = '';
socket.on('close', () => process.exit(0));
socket.on('data', (bytes) => {
  seen = (seen + bytes.toString('latin1')).slice(-10_000);
  const at = seen.indexOf('"type":"execute"');
  if (at === -1) return;
  seen = seen.slice(at + 10);
  ${attack}
});`;

describeWhere(await v8().probe(), 'a process of v8() that', () => {
  const promise = promiseSuite('forged frames v8');
  const limits = { memoryBytes: 64 * 1024 * 1024, cellMs: 1_000 };

  it.each([
    ['announces 2 GiB', `raw(header(0x46, 0x7fffffff))`],
    ['sends a frame of an unknown kind', `send(0x21, '{}')`],
    ['says again that it is ready', `send(0x4b, '{"holes":[]}')`],
    ['sends what is no JSON', `send(0x46, '{x}')`],
    ['sends a head without an end', `send(0x46, '{"a":"' + 'x'.repeat(3e6) + '"}')`],
    ['sends JSON that is nested deeply', `send(0x46, '['.repeat(5e5) + ']'.repeat(5e5))`],
    ['sends a frame that is none', `frame({ type: 'hello' })`],
    ['sends null', `send(0x46, 'null')`],
    ['calls what there is not', `frame({ type: 'call', call: 1, name: 'nothing' }, '[]')`],
    ['ends a cell that there is not', `frame({ type: 'done', id: 99, status: 'ok' })`],
    ['answers what nobody asked', `frame({ type: 'reply', id: 99 }, '1')`],
    [
      'gives a final of parts without number',
      `frame({ type: 'final', kind: 'direct' }, '[' + '1,'.repeat(3e6) + '1]')`,
    ],
    [
      'prints without an end',
      `(async () => { for (;;) await frame({ type: 'output', stream: 'stdout' }, 'x'.repeat(1e5)) })()`,
    ],
    ['waits without an end', `(async () => { for (;;) await frame({ type: 'wait' }) })()`],
    [
      'calls without an end',
      `(async () => { for (let call = 1; ; call++) await frame({ type: 'call', call, name: 'f' }, '[]') })()`,
    ],
    ['sends half a frame', `raw(header(0x46, 1000))`],
    ['dies', `process.kill = 0; process.exit(3)`],
  ])('%s does no harm', async (name, attack) => {
    const about = { backend: 'v8', name, memoryBytes: limits.memoryBytes };
    await promise.run(about, async ({ inTime }) => {
      const functions = { f: () => 1 };
      const session = await defineBackend(forgedV8(program(attack))).open({ limits, functions });
      try {
        const result = await inTime(1_000, () => session.execute('1'));
        expect(['violation', 'timeout', 'crashed', 'error']).toContain(result.outcome);
        expect(result.stdout.length).toBeLessThan(30_000);
      } finally {
        await inTime(0, () => session.close());
      }
    });
  });

  it('reports holes, or that it has not looked for any, is not used', async () => {
    const say = (head: string): Promise<unknown> =>
      defineBackend(
        forgedV8(
          `const text = ${JSON.stringify(head)}; const head = Buffer.alloc(5); head[0] = 0x4b; head.writeUInt32LE(text.length, 1); socket.write(Buffer.concat([head, Buffer.from(text)]))`,
        ),
      ).open();
    await expect(say('{"holes":["it sees /etc"]}')).rejects.toThrow(
      errorWith({ code: 'backend_unavailable', facts: ['(it sees /etc)'] }),
    );
    await expect(say('{}')).rejects.toThrow(
      errorWith({ code: 'backend_unavailable', facts: ['bwrap', 'no result'] }),
    );
    await expect(say('x')).rejects.toThrow('v8 could not start');
  });
});
