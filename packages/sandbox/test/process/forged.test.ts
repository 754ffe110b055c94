import { eventually } from '@rlm/config/eventually';
import { describe, expect, it } from 'vitest';

import { defineBackend } from '../../src/engine.js';
import { readMessage } from '../../src/process/read-message.js';
import { forgedRecipe } from '../support/forged-process.js';
import { measureForgeries } from '../support/measure-forgeries.js';

const measured = measureForgeries('forged processes');

describe('while a cell runs, a process that', () => {
  it.each([
    ['announces 2 GiB of text', `raw(header(2, 0x7fffffff))`],
    ['announces 2 GiB of a message', `raw(header(3, 0x7fffffff))`],
    [
      'sends parts without an end',
      `(async () => { for (;;) await send(2, Buffer.alloc(1 << 16, 97)) })()`,
    ],
    [
      'sends parts without content, without an end',
      `(async () => { const many = Buffer.concat(Array(10_000).fill(header(1, 0))); for (;;) await raw(many) })()`,
    ],
    ['sends 60 MB of JSON', `say('[' + '1,'.repeat(3e7) + '1]')`],
    [
      'sends 1 MB of objects',
      `say('{"type":"frames","engine":1,"frames":[' + '{},'.repeat(3e5) + '{}]}')`,
    ],
    ['sends JSON that is nested deeply', `say('['.repeat(5e5) + ']'.repeat(5e5))`],
    ['sends what is no JSON', `say('{x}')`],
    ['says what nobody knows', `say({ type: 'hello', engine: 1 })`],
    ['says null', `say(null)`],
    ['gives frames that are none', `say({ type: 'frames', engine: 1, frames: 'x' })`],
    ['refers to parts that are not there', `frames({ $part: 7 })`],
    [
      'ends an engine in no known way',
      `say('{"type":"exit","engine":1,"exit":{"kind":"__proto__","reason":"x"}}')`,
    ],
    [
      'says that the process died',
      `say({ type: 'exit', engine: 1, exit: { kind: 'process-died', reason: 'x' } })`,
    ],
    [
      'ends an engine without a reason',
      `say({ type: 'exit', engine: 1, exit: { kind: 'crashed' } })`,
    ],
    [
      'speaks for engines that there are not',
      `(async () => { for (;;) await say({ type: 'frames', engine: 7, frames: ['x'.repeat(1000)] }) })()`,
    ],
    [
      'says over and over that it is ready',
      `(async () => { for (;;) await say({ type: 'ready' }) })()`,
    ],
    [
      'gives a file, for which it is too late',
      `(async () => { for (;;) { await send(1, Buffer.alloc(1 << 16)); await say('{"type":"file","bytes":{"$part":0}}') } })()`,
    ],
    [
      'gives snapshots that nobody asked for',
      `(async () => { for (;;) await say({ type: 'snapshot', engine: 1 }) })()`,
    ],
  ])('%s is ended', async (name, attack) => {
    const result = await measured(name, `on('execute', () => { ${attack} })`, (session) =>
      session.execute('print(1)'),
    );
    expect([result.outcome, result.error?.type]).toEqual(['violation', 'SandboxViolation']);
  });
});

describe('between two cells, a process that', () => {
  it.each([
    ['sends parts', `send(2, Buffer.alloc(1 << 16, 97))`],
    ['sends output', `frames({ type: 'output', stream: 'stdout', text: 'x'.repeat(4000) })`],
    ['sends small frames', `frames({ type: 'wait' }, { type: 'wait' }, { type: 'wait' })`],
    ['sends diagnostics', `say({ type: 'diagnostic', diagnostic: { code: 'x', message: 'y' } })`],
  ])('%s without an end is ended', async (name, attack) => {
    const flood = `on('execute', async () => { await done(1); for (;;) await ${attack} })`;
    await measured(`${name} between cells`, flood, async (session, recipe) => {
      expect((await session.execute('print(1)')).outcome).toBe('ok');
      await eventually(() => {
        expect(recipe.processes.map(({ isGone }) => isGone)).toEqual([true]);
      });
    });
  });

  it('passes on few diagnostics, shortened', async () => {
    let heard = 0;
    let longest = 0;
    const script = `on('load', async () => {
      const message = 'y'.repeat(60_000);
      for (let i = 0; i < 12; i++) await say({ type: 'diagnostic', diagnostic: { code: 'x', message } });
    })`;
    const recipe = forgedRecipe(script, (diagnostic) => {
      heard++;
      longest = Math.max(longest, (diagnostic as { message: string }).message.length);
    });
    const session = await defineBackend(recipe).open();
    await eventually(() => {
      expect(heard).toBe(12);
    });
    expect(longest).toBe(4_000);
    await session.close();
  });
});

describe('a message of a process', () => {
  it.each([
    [{ type: 'ready', more: 1 }, { type: 'ready' }],
    [
      { type: 'built', build: 'b' },
      { type: 'built', build: 'b' },
    ],
    [{ type: 'built', build: 1 }, undefined],
    [{ type: 'file', bytes: [1, 2] }, undefined],
    [{ type: 'started', engine: -1 }, undefined],
    [{ type: 'started' }, undefined],
    [{ type: 'refused', engine: 1 }, undefined],
    [
      { type: 'refused', engine: 1, error: { message: 'm', code: 5 } },
      { type: 'refused', engine: 1, error: { message: 'm' } },
    ],
    [{ type: 'snapshot', engine: 1, bytes: 'x' }, undefined],
    [{ type: 'diagnostic', diagnostic: { code: 'c' } }, undefined],
    [[], undefined],
    ['ready', undefined],
  ])('%j is read as %j', (value, expected) => {
    expect(readMessage(value)).toEqual(expected);
  });

  it('is shortened where it is a text of its own', () => {
    const reason = 'x'.repeat(1e6);
    const exit = { kind: 'crashed', reason };
    expect(readMessage({ type: 'exit', engine: 1, exit })).toEqual({
      type: 'exit',
      engine: 1,
      exit: { kind: 'crashed', reason: reason.slice(0, 4_000) },
    });
  });
});
