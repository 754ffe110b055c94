import { createHash } from 'node:crypto';

import { memoryStore } from '@rlm/journal';
import { scriptedModel } from '@rlm/kernel/testing';
import type { SandboxBackend } from '@rlm/sandbox';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import { growText, leastHeldUnits, type HeldText } from '../../src/context/held-text.js';
import { contextSource } from '../../src/context/context-source.js';
import { runRlm, type ContextValue } from '../../src/index.js';
import { cell } from '../support/cell.js';
import { sharedPython } from '../support/shared-python.js';

const held = (pieces: readonly string[]): HeldText => {
  const text = growText(true);
  for (const piece of pieces) text.add(piece);
  const value = text.end();
  if (typeof value === 'string') throw new Error('it became a string');
  return value;
};
const bytesOf = async (text: HeldText): Promise<Buffer> =>
  Buffer.concat([...(await text.open()).slices()]);

/** A text, cut at places of all kinds. */
const cut = (text: string, ...sizes: readonly number[]): readonly string[] => {
  const pieces: string[] = [];
  for (let at = 0, turn = 0; at < text.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
};

const repeated = (unit: string): string =>
  unit.repeat(Math.ceil(leastHeldUnits / unit.length) + 1000);

describe('growText', () => {
  it.each([
    ['ASCII', repeated('a line\n'), 1],
    ['Latin-1', repeated('caf\u00e9 '), 1],
    ['two bytes', repeated('\u0142\u20ac\n'), 2],
    ['pairs, which pieces cut', `x${repeated('\u{1f600}')}`, 4],
    ['lone halves', `${repeated('ab\ud83dc\ude00')}\ud83d`, 2],
    ['a byte order mark of its own', `\ufeff${repeated('abc')}`, 2],
  ])('holds %s in UTF-8, measured as a string is', async (_, text, width) => {
    const well = Buffer.from(text);
    for (const pieces of [[text], cut(text, 1, 50_001, 0x1_0000)]) {
      const found = held(pieces);
      expect((await bytesOf(found)).equals(well)).toBe(true);
      expect(found).toMatchObject({
        bytes: well.length,
        units: text.length,
        codePoints: Array.from(well.toString()).length,
        lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
        sha256: createHash('sha256').update(well).digest('hex'),
        width,
      });
      expect(well.toString().startsWith(found.head)).toBe(true);
      expect(20_000 - found.head.length).toBeLessThanOrEqual(1);
    }
  });

  it('holds each byte once, in few blocks, however small the pieces are', async () => {
    const text = repeated('\u20acuro ');
    const blocks = [...(await held(cut(text, 7)).open()).slices()];
    const room = blocks.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
    expect(room - Buffer.byteLength(text)).toBeLessThanOrEqual(2 ** 20 + 3 * blocks.length);
    for (const block of blocks) new TextDecoder('utf-8', { fatal: true }).decode(block);
  });

  it('makes a string of a short text, and of any if it must', () => {
    for (const [mayHold, length] of [
      [true, leastHeldUnits - 1],
      [false, leastHeldUnits],
    ] as const) {
      const text = growText(mayHold);
      text.add('a'.repeat(length));
      expect(text.end()).toBe('a'.repeat(length));
    }
  });
});

const text = repeated('a line of a text, with a \u20ac in it\n');
const streamOf = (chunks: readonly (string | Uint8Array)[]): ReadableStream<string | Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
const bytes = new TextEncoder().encode(`\ufeff${text}`);
const inChunks = Array.from({ length: Math.ceil(bytes.length / 65_521) }, (_, index) =>
  bytes.subarray(index * 65_521, (index + 1) * 65_521),
);
const sources: Readonly<Record<string, () => ContextValue>> = {
  'a stream of text': () => streamOf(cut(text, 65_536)),
  'a stream of bytes, with a byte order mark': () => streamOf(inChunks),
  'a Blob': () => new Blob([bytes]),
};

describe.each(Object.entries(sources))('%s', (_, make) => {
  const read = (sandbox: SandboxBackend) =>
    contextSource('context', { value: make() }, { option: 'context', sandbox }).read(
      new AbortController().signal,
    );

  it('becomes no string in this process, if the session takes another text', async () => {
    expect(await read(quickjs())).toMatchObject({ isHeld: true, units: text.length });
    const { files: _files, ...capabilities } = quickjs().capabilities;
    expect(await read({ ...quickjs(), capabilities })).toBe(text);
    const place = { option: 'context', sandbox: quickjs(), coverage: true };
    const source = contextSource('context', { value: make() }, place);
    expect(await source.read(new AbortController().signal)).toBe(text);
  });

  it('is the variable that the text would be, and the prompt says the same', async () => {
    const end = cell('FINAL(context.length + context.slice(-6))');
    const [model, same] = [scriptedModel([end]), scriptedModel([end])];
    const options = { sandbox: quickjs(), query: 'q' };
    const { answer } = await runRlm({ ...options, model, context: make() }).result;
    expect(answer).toBe(`${text.length}in it\n`);
    await runRlm({ ...options, model: same, context: text }).result;
    expect(model.calls[0]?.messages).toEqual(same.calls[0]?.messages);
  });
});

describe('a run over a long stream', () => {
  it('goes on from its journal over the same text, as text or as stream', async () => {
    const store = memoryStore();
    const play = async (context: ContextValue, isNew: boolean, ...replies: string[]) => {
      const stop = new AbortController();
      const journal = isNew ? await store.create({ runId: 'long' }) : await store.open('long');
      const run = runRlm({
        ...{ model: scriptedModel(replies), sandbox: quickjs(), query: 'q' },
        ...{ context, journal, abortSignal: stop.signal },
      });
      for await (const event of run) if (event.type === 'step-end' && isNew) stop.abort();
      return run.result;
    };
    await play(streamOf(inChunks), true, cell('var n = context.length'), cell('FINAL(0)'));
    const other = await play(streamOf(['no']), false, cell('FINAL(n)'));
    expect(other.stop?.message).toMatch(/context/);
    const { answer } = await play(text, false, cell('FINAL(n)'));
    expect(answer).toBe(String(text.length));
  });

  it('has a str in Python', async () => {
    const model = scriptedModel([cell('FINAL(f"{type(context).__name__} {len(context)}")')]);
    const context = streamOf(inChunks);
    const { answer } = await runRlm({ model, sandbox: sharedPython(), query: 'q', context }).result;
    expect(answer).toBe(`str ${text.length}`);
  });
});
