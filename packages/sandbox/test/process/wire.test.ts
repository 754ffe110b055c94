import { Buffer } from 'node:buffer';

import { describe, expect, it } from 'vitest';

import { createFrameSplitter } from '../../src/process/old/frame-splitter.js';
import { giveBack } from '../../src/process/releasable.js';
import type { TextPart } from '../../src/process/old/text-part.js';
import { createMessageReader, encodeMessage } from '../../src/process/old/wire.js';

function roundTrip(messages: readonly unknown[], cut: number): readonly unknown[] {
  const bytes = Buffer.concat(messages.flatMap((message) => [...encodeMessage(message)]));
  const read: unknown[] = [];
  const faults: string[] = [];
  const reader = createMessageReader(
    (message) => read.push(message),
    (reason) => faults.push(reason),
  );
  for (let at = 0; at < bytes.length; at += cut) reader.push(bytes.subarray(at, at + cut));
  expect(faults).toEqual([]);
  return read;
}

const messages = [
  { type: 'frame', engine: 1, frame: { type: 'get', id: 2, name: 'x' } },
  { text: 'é漢👩\0"\\'.repeat(2_000), inner: [{ text: 'b'.repeat(5_000) }, 1, null, true] },
  { bytes: new Uint8Array([0, 255, 10]), list: [new Uint8Array(0), 'c'.repeat(4_097)] },
  { limits: { maxHostCalls: Infinity, least: -Infinity }, none: null },
];

describe('messages between a host and its process', () => {
  it.each([1, 7, 4_096, 1 << 20])('arrive as they were, in pieces of %i bytes', (cut) => {
    expect(roundTrip(messages, cut)).toEqual(messages);
  });

  it.each([7, 65_521, 1 << 20])('have a text in pieces, in pieces of %i bytes', (cut) => {
    const whole = 'é漢👩\n'.repeat(100_000);
    const bytes = Buffer.from(whole);
    const slices = () => [bytes.subarray(0, 300_001), bytes.subarray(300_001)];
    const given = { text: { bytes: bytes.length, slices }, other: 'x'.repeat(5_000), text2: '' };
    const [read] = roundTrip([given], cut) as [{ text: TextPart; other: string }];
    expect(read.other).toBe(given.other);
    expect(read.text.bytes).toBe(bytes.length);
    const pieces = [...read.text.kept];
    expect(read.text.text()).toBe(whole);
    // What was given is given once, and takes no memory any more.
    expect(read.text.text()).toBe('');
    expect(pieces.length).toBe(2);
    if (cut < 300_001) expect(pieces.map(({ length }) => length)).toEqual([0, 0]);
  });

  it('give the memory of a long text back', () => {
    const [payload] = [Buffer.alloc(200_000, 'a')];
    const kept: Buffer[] = [];
    const splitter = createFrameSplitter(
      1e9,
      (_kind, run) => {
        expect(run.toString()).toBe(payload.toString());
        giveBack(run);
        kept.push(run);
      },
      () => undefined,
      (kind) => kind === 1,
    );
    for (const kind of [1, 2]) {
      const header = Buffer.from([kind, 0, 0, 0, 0]);
      header.writeUInt32LE(payload.length, 1);
      for (const chunk of [header, payload.subarray(0, 9), payload.subarray(9)])
        splitter.push(chunk);
    }
    expect(kept.map(({ length }) => length)).toEqual([0, 200_000]);
  });

  it('refuse a piece of a text from a process', () => {
    const faults: string[] = [];
    const reader = createMessageReader(
      () => undefined,
      (reason) => faults.push(reason),
      { jsonBytes: 1_000, partBytes: () => 20_000 },
    );
    const slices = () => [Buffer.from('abc')];
    for (const part of encodeMessage({ text: { bytes: 3, slices } }))
      reader.push(Buffer.from(part));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain('a piece of a text');
  });

  it('take a Buffer for what it is', () => {
    expect(roundTrip([{ bytes: Buffer.from('abc') }], 100)).toEqual([
      { bytes: new Uint8Array([97, 98, 99]) },
    ]);
  });

  it('tell once of bytes that are none, and are over', () => {
    const read: unknown[] = [];
    const faults: string[] = [];
    const reader = createMessageReader(
      (message) => read.push(message),
      (reason) => faults.push(reason),
    );
    const header = Buffer.from([3, 3, 0, 0, 0]);
    reader.push(Buffer.concat([header, Buffer.from('{x}')]));
    reader.push(Buffer.concat([header, Buffer.from('{}}')]));
    for (const part of encodeMessage({ fine: true })) reader.push(Buffer.from(part));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/\bmessage .*\bcannot be\b/);
    expect(read).toEqual([]);
  });

  it('refuse a length beyond all memory before it is kept', () => {
    const faults: string[] = [];
    const reader = createMessageReader(
      () => undefined,
      (reason) => faults.push(reason),
    );
    reader.push(Buffer.from([1, 255, 255, 255, 255]));
    expect(faults).toEqual([expect.stringContaining(' 4294967295 bytes ')]);
  });

  const bounds = { jsonBytes: 1_000, partBytes: () => 20_000 };

  it.each([
    ['one part that is too long', [2, 20_001]],
    ['bytes that are too long', [1, 20_001]],
    ['JSON that is too long', [3, 1_001]],
  ] as const)('are refused by the bounds of their reader: %s', (_what, [kind, length]) => {
    const faults: string[] = [];
    const reader = createMessageReader(
      () => undefined,
      (reason) => faults.push(reason),
      bounds,
    );
    const header = Buffer.from([kind, 0, 0, 0, 0]);
    header.writeUInt32LE(length, 1);
    reader.push(header);
    expect(faults).toEqual([expect.stringContaining(` ${length} bytes `)]);
  });

  it('are counted anew each, and with all their parts', () => {
    const sizes: number[] = [];
    const faults: string[] = [];
    const reader = createMessageReader(
      (_message, bytes) => sizes.push(bytes),
      (reason) => faults.push(reason),
      bounds,
    );
    const say = (...texts: number[]): void => {
      const message = { texts: texts.map((units) => 'x'.repeat(units)) };
      for (const part of encodeMessage(message)) reader.push(Buffer.from(part));
    };
    say(9_000, 9_000);
    say(9_000, 9_000);
    expect(sizes.map((size) => Math.floor(size / 1_000))).toEqual([18, 18]);
    expect(faults).toEqual([]);
    say(9_000, 9_000, 5_000);
    expect(faults).toHaveLength(1);
    expect(sizes).toHaveLength(2);
  });
});
