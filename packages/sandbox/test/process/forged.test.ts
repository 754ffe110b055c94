import { testCases } from '@rlm/config/host-cases';
import { describe, expect, it } from 'vitest';

import { createSandbox } from '../../src/index.js';
import { forgedBackend } from '../support/forged-child.js';
import { forgeriesBetweenCells, forgeriesInCells } from './forgeries.js';

describe('a child that forges frames while a cell runs is ended: it', () => {
  testCases(forgeriesInCells);
});

describe('a child between two cells is ended if without an end it', () => {
  testCases(forgeriesBetweenCells);
});

describe('a child that is not ready', () => {
  it.each([
    ['sends another frame', `send('P', 'ox')`, 'before it was ready'],
    ['announces 2 GiB', `raw(header('K', 0x7fffffff))`, 'announced a frame of 2147483647 bytes'],
    ['says what is no JSON', `send('K', '{x}')`, 'began with an invalid frame'],
    ['ends', `process.exit(7)`, 'exited with code 7'],
    ['says why', `send('K', '{"error":{"message":"no way"}}')`, 'no way'],
  ])('and %s is ended, and its end is told', async (_, script, told) => {
    const backend = createSandbox(forgedBackend(`tasks.O = []; ${script}`));
    await expect(backend.open()).rejects.toMatchObject({
      code: 'session_lost',
      message: expect.stringContaining(told) as string,
    });
  });
});
