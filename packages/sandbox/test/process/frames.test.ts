import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  decodeGuestFrame,
  encodeBytes,
  encodeFrame,
  encodeHostFrame,
} from '../../src/process/frames.js';
import { kinds } from '../../src/process/kinds.js';
import { createFrameSplitter, giveBack } from '../../src/process/pipe.js';

const bytesOf = (frame: Iterable<Uint8Array>): Buffer => Buffer.concat([...frame]);

const split = (
  bytes: Buffer,
  cuts: readonly number[],
  limit = 1 << 20,
): { readonly frames: (readonly [number, string])[]; readonly tooLong: number[] } => {
  const frames: (readonly [number, string])[] = [];
  const tooLong: number[] = [];
  const push = createFrameSplitter({
    limitOf: () => limit,
    onFrame: (kind, payload) => frames.push([kind, payload.toString('utf8')]),
    onTooLong: (_kind, length) => tooLong.push(length),
  });
  const places = [0, ...[...cuts].sort((one, other) => one - other), bytes.length];
  for (const [index, start] of places.slice(0, -1).entries()) {
    push(bytes.subarray(start, places[index + 1]));
  }
  return { frames, tooLong };
};

describe('createFrameSplitter', () => {
  it('gives back what was encoded, however the bytes are cut', () => {
    const frame = fc.tuple(fc.integer({ min: 0, max: 255 }), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(fc.array(frame), fc.array(fc.nat(400)), (sent, cuts) => {
        const bytes = Buffer.concat(sent.map(([kind, text]) => bytesOf(encodeFrame(kind, text))));
        const inside = cuts.filter((cut) => cut <= bytes.length);
        expect(split(bytes, inside).frames).toEqual(sent);
      }),
    );
  });

  it('gives the memory of a long text back, and that of raw bytes not', () => {
    const payload = Buffer.alloc(200_000, 'a');
    const kept: Buffer[] = [];
    const push = createFrameSplitter({
      limitOf: () => 1e9,
      onFrame(_kind, run) {
        expect(run.equals(payload)).toBe(true);
        giveBack(run);
        kept.push(run);
      },
      onTooLong: () => undefined,
    });
    for (const kind of [kinds.reply, kinds.bytes]) {
      const [header = Buffer.alloc(0)] = encodeBytes(kind, payload);
      for (const chunk of [header, payload.subarray(0, 9), payload.subarray(9)]) {
        push(Buffer.from(chunk));
      }
    }
    expect(kept.map(({ length }) => length)).toEqual([0, 200_000]);
  });

  it('stops at a length over the limit, before it keeps any of it', () => {
    const bytes = Buffer.concat([
      bytesOf(encodeFrame(1, 'ok')),
      bytesOf(encodeFrame(2, 'too long')),
    ]);
    expect(split(bytes, [], 4)).toEqual({ frames: [[1, 'ok']], tooLong: [8] });
  });
});

describe('encodeFrame', () => {
  it('never cuts a character in two, however long the text is', () => {
    const text = 'a' + '😀'.repeat(600_000);
    const pieces = [...encodeFrame(kinds.text, text)].slice(1);
    expect(pieces.length).toBeGreaterThan(1);
    expect(Buffer.concat(pieces).toString('utf8') === text).toBe(true);
  });
});

describe('encodeHostFrame', () => {
  it('puts the value of a host call into the frame as it came', () => {
    const bytes = bytesOf(
      encodeHostFrame({ type: 'result', call: 1, outcome: { json: '{"a":[1]}' } }),
    );
    expect(bytes.subarray(5).toString()).toBe('{"call":1,"value":{"a":[1]}}');
  });
});

describe('decodeGuestFrame', () => {
  const decode = (kind: number, text: string): unknown => decodeGuestFrame(kind, Buffer.from(text));

  it.each([
    [kinds.output, 'ohello', { type: 'output', stream: 'stdout', text: 'hello' }],
    [kinds.output, 'ehello', { type: 'output', stream: 'stderr', text: 'hello' }],
    [kinds.output, 'E12\n\nend', { type: 'output', stream: 'stderr', text: '\nend', dropped: 12 }],
    [kinds.wait, '', { type: 'wait' }],
    [kinds.snapshot, '{"id":3}', { type: 'snapshot', id: 3 }],
    [kinds.call, '{"call":7,"name":"f"}\n[1]', { type: 'call', call: 7, name: 'f', args: '[1]' }],
    [kinds.final, '{"kind":"direct"}\n1', { type: 'final', kind: 'direct', json: '1' }],
    [kinds.reply, '{"id":3}\n"x"', { type: 'reply', id: 3, outcome: { json: '"x"' } }],
    [kinds.reply, '{"id":3}\n', { type: 'reply', id: 3, outcome: {} }],
  ])('reads a frame of kind %d: %s', (kind, text, expected) => {
    expect(decode(kind, text)).toEqual(expected);
  });

  it.each([
    [kinds.output, 'xhello'],
    [kinds.output, ''],
    [kinds.output, 'O\nhello'],
    [kinds.output, 'O-1\nhello'],
    [kinds.call, 'no json'],
    [kinds.ready, '{}'],
    [kinds.execute, '{}'],
    [0, '{}'],
    [kinds.done, `{"id":1,"x":"${'y'.repeat(2 << 20)}"}\n`],
  ])('takes a frame of kind %d that has not the shape of one for none', (kind, text) => {
    expect(decode(kind, text)).toBeUndefined();
  });

  it('never throws, whatever comes', () => {
    fc.assert(
      fc.property(fc.nat(255), fc.uint8Array({ maxLength: 200 }), (kind, bytes) => {
        expect(() => decodeGuestFrame(kind, Buffer.from(bytes))).not.toThrow();
      }),
    );
  });
});
