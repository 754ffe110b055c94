import { scriptedModel } from '@rlm/kernel/testing';
import { toData } from '@rlm/repl-types/internal';
import type { JsonValue } from '@rlm/sandbox';
import { describe, expect, it } from 'vitest';

import { runRlm } from '../../src/index.js';
import { defaultRlmLimits } from '../../src/options/limits.js';
import { sessionLimits } from '../../src/session/session-limits.js';
import { cell } from '../support/cell.js';
import { watchedBackend } from '../support/watched-backend.js';

describe('sessionLimits', () => {
  it('bounds nothing a second time that the run bounds itself', () => {
    const limits = { ...defaultRlmLimits, timeoutMs: 7_200_000, maxOutputChars: 5_000.5 };
    expect(sessionLimits([], limits)).toEqual({
      sessionTimeoutMs: 7_200_000,
      maxOutputChars: 5_250,
      callTimeoutMs: 2 ** 31 - 1,
      maxHostCalls: Number.MAX_SAFE_INTEGER,
      maxConcurrentCalls: Number.MAX_SAFE_INTEGER,
    });
  });

  it('is what a session takes, also where the run has no bound', () => {
    const limits = { ...defaultRlmLimits, timeoutMs: Infinity, maxOutputChars: Infinity };
    expect(Object.values(sessionLimits([], limits)).every(Number.isSafeInteger)).toBe(true);
    expect(sessionLimits([], limits).callTimeoutMs).toBe(2 ** 31 - 1);
  });

  it.each([
    ['a text of Latin-1', 'é'.repeat(9_999) + '\n', 15_000_000],
    ['a text of any script', 'x'.repeat(9_999) + '文', 40_000_000],
    ['a list', ['x'.repeat(5_000), 'y'.repeat(5_000)], 15_000_000],
    ['a folder with such a text', { a: { b: ['文'] } }, 40_000_000],
    ['a folder with such a name', { 文: 1 }, 40_000_000],
  ])('lets one value be as large as the contexts are: %s', (_, value, maxValueBytes) => {
    const data = toData(value, 'context', { maxDepth: 10 }) as JsonValue;
    const contexts = [{ value: data, variable: { totalLength: 10_000_000 } }];
    expect(sessionLimits(contexts, defaultRlmLimits)).toMatchObject({ maxValueBytes });
  });

  it('leaves the sandbox its default where the contexts need no more', () => {
    const contexts = [{ value: 'x', variable: { totalLength: 5_000_000 } }];
    expect(sessionLimits(contexts, defaultRlmLimits)).not.toHaveProperty('maxValueBytes');
  });

  it('keeps limits that were asked for', () => {
    const given = { maxValueBytes: 7, callTimeoutMs: 8, maxOutputChars: 9, cellMs: 5 };
    expect(sessionLimits([], defaultRlmLimits, given)).toMatchObject(given);
  });

  it('counts the contexts of a run together', async () => {
    const sandbox = watchedBackend();
    const contexts = { a: { value: 'x'.repeat(9_000_000) }, b: { value: ['y'.repeat(9_000_000)] } };
    await runRlm({ model: () => 'FINAL(ok)', sandbox, query: 'q', contexts }).result;
    expect(sandbox.opened[0]?.limits?.maxValueBytes).toBeGreaterThanOrEqual(1.5 * 18_000_000);
  });
});

it('tells a pool whom the sessions of a run, and of its children, are for', async () => {
  const sandbox = watchedBackend();
  const model = scriptedModel([cell('FINAL(await rlm_query("below"))'), 'FINAL(deep)']);
  const run = { model, sandbox, query: 'q', maxDepth: 2 };
  const { answer } = await runRlm({ ...run, tenant: 'acme' }).result;
  expect(answer).toBe('deep');
  expect(sandbox.opened.map(({ tenant }) => tenant)).toEqual(['acme', 'acme']);
  await runRlm({ ...run, model: () => 'FINAL(1)' }).result;
  expect(sandbox.opened.at(-1)?.tenant).toBe(undefined);
});
