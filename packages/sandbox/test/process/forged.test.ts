import { eventually } from '@rlm/config/eventually';
import { testCases } from '@rlm/config/host-cases';
import { describe, expect, it } from 'vitest';

import { sandboxOf } from '../support/sandbox-of.js';
import { readMessage } from '../../src/process/read-message.js';
import { forgedRecipe } from '../support/forged-process.js';
import { forgeriesBetweenCells, forgeriesInCells } from './forgeries.js';

describe('a process that forges messages while a cell runs is ended: it', () => {
  testCases(forgeriesInCells);
});

describe('a process between two cells', () => {
  describe('is ended if without an end it', () => {
    testCases(forgeriesBetweenCells);
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
    const session = await sandboxOf(recipe).open();
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
