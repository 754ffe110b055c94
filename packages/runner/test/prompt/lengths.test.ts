import { readFileSync } from 'node:fs';

import { scriptedModel } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';

import { measureTask } from '../../bench/model-tasks/measure.mjs';
import { runRlm } from '../../src/index.js';
import { quickjs } from '@rlm/sandbox/quickjs';
import { sharedPython } from '../support/shared-python.js';

/** Characters at commit 59a4f4a. */
const lengths = new URL('../../bench/model-tasks/lengths.json', import.meta.url);
const before = JSON.parse(readFileSync(lengths, 'utf8')) as Readonly<
  Record<string, Readonly<Record<'first' | 'beside', number>>>
>;
/** What a first prompt may have more than it had then. */
const maxMore = 300;
const sandboxes = { python: sharedPython(), javascript: quickjs() };

describe('what a model reads is not longer than it was', () => {
  it.each(Object.entries(before))('%s', async (name, { first, beside }) => {
    const now = await measureTask(name, { runRlm, scriptedModel, sandboxes });
    expect(now.isRight).toBe(true);
    expect(now.first).toBeLessThanOrEqual(first + maxMore);
    expect(now.beside).toBeLessThanOrEqual(beside);
  });
});
