import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { TextPart } from '../../src/process/text-part.js';
import { present } from '../../src/pyodide/present.js';
import { createTextSender, measurePieces, measureText } from '../../src/pyodide/text-sender.js';
import { createTextReceiver, readTextTarget } from '../../src/pyodide/worker/text-receiver.js';

const widthOf = (widest: number): number => (widest < 256 ? 1 : widest < 65_536 ? 2 : 4);

/** What a guest would hold after the text has been sent. */
function send(text: Parameters<typeof createTextSender>[0]): string {
  const sender = createTextSender(text);
  const { length, widest } = sender.shape;
  const width = widthOf(widest);
  const memory = new Uint8Array(length * width + 64);
  const receiver = createTextReceiver({ address: 16, length, width }, () => memory.buffer);
  while (!receiver.isComplete) receiver.write(present(sender.next(), 'a piece'));
  const view = new DataView(memory.buffer);
  const read = { 1: 'getUint8', 2: 'getUint16', 4: 'getUint32' } as const;
  const method = read[width as 1 | 2 | 4];
  const points = Array.from({ length }, (_, index) => view[method](16 + index * width, true));
  return points.map((point) => String.fromCodePoint(point)).join('');
}

describe('measureText', () => {
  it.each([
    ['', 0, 0x7f],
    ['abc', 3, 0x7f],
    ['é', 1, 0xff],
    ['日本', 2, 0xffff],
    ['a😀', 2, 0x10ffff],
  ])('measures %j', (text, length, widest) => {
    expect(measureText(text)).toEqual({ length, widest });
  });
});

describe('createTextSender', () => {
  it('sends any well-formed text unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
        expect(send(text)).toBe(text);
      }),
    );
  });

  it('sends pieces of UTF-8 as the text that they are, wherever it was cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 50 }), fc.nat(20), (text, size) => {
        const bytes = Buffer.from(text);
        const pieces = [
          bytes.subarray(0, size),
          bytes.subarray(size, size + 3),
          bytes.subarray(size + 3),
        ];
        expect(measurePieces(pieces)).toEqual(measureText(text));
        expect(send({ slices: () => pieces })).toBe(text);
        expect(send(new TextPart(pieces))).toBe(text);
      }),
    );
  });

  it('replaces lone surrogates, as UTF-8 does', () => {
    expect(send('a\ud800b')).toBe('a\ufffdb');
  });

  it.each(['x', 'é', '日', '😀'])('sends texts of several pieces: %s', (character) => {
    const text = `a${character.repeat(2_200_000)}`;
    const sender = createTextSender(text);
    const { length, widest } = sender.shape;
    const width = widthOf(widest);
    const memory = new Uint8Array(length * width);
    const receiver = createTextReceiver({ address: 0, length, width }, () => memory.buffer);
    let pieces = 0;
    for (; !receiver.isComplete; pieces++) receiver.write(present(sender.next(), 'a piece'));
    expect(pieces).toBeGreaterThan(1);
    const view = new DataView(memory.buffer);
    const last = (length - 1) * width;
    const point =
      width === 1
        ? view.getUint8(last)
        : width === 2
          ? view.getUint16(last, true)
          : view.getUint32(last, true);
    expect(String.fromCodePoint(point)).toBe(character);
  });
});

describe('readTextTarget', () => {
  const request = (address: number, length: number, width: number): Uint8Array => {
    const bytes = new Uint8Array(12);
    const view = new DataView(bytes.buffer);
    [address, length, width].forEach((value, index) => {
      view.setUint32(index * 4, value, true);
    });
    return bytes;
  };

  it('refuses what points outside the memory, and widths that Python has not', () => {
    expect(readTextTarget(request(10, 20, 4), 90)).toEqual({ address: 10, length: 20, width: 4 });
    expect(() => readTextTarget(request(10, 20, 4), 89)).toThrow(/outside/);
    expect(() => readTextTarget(request(0xffff_fff0, 0xffff_ffff, 4), 2 ** 31)).toThrow(/outside/);
    expect(() => readTextTarget(request(0, 1, 3), 90)).toThrow(/outside/);
  });
});
