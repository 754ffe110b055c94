import { sectionOfPackage } from '@rlm/config/package-pages';
import { describe, expect, it } from 'vitest';

import type { RlmResult } from '../src/index.js';
import { defaultRlmLimits } from '../src/options/limits.js';
import { defaultMaxDepth } from '../src/options/models-at.js';
import { defaultMaxSteps } from '../src/plan/create-plan.js';

/** Every field of the result, or this does not compile. */
const resultFields: Readonly<Record<keyof RlmResult, true>> = {
  runId: true,
  answer: true,
  value: true,
  finishReason: true,
  source: true,
  stop: true,
  steps: true,
  usage: true,
  calls: true,
  durationMs: true,
  resumed: true,
  rewards: true,
  diagnostics: true,
  variables: true,
  coverage: true,
  toJSON: true,
};

/** Every count of `calls`, or this does not compile. */
const callCounts: Readonly<Record<keyof RlmResult['calls'], true>> = {
  root: true,
  summary: true,
  sub: true,
  recursive: true,
  tools: true,
  shared: true,
  cached: true,
  failed: true,
};

describe('the pages of the package', () => {
  it('lists every option with its default', () => {
    const options = sectionOfPackage('runner', 'Options');
    for (const name of Object.keys(defaultRlmLimits)) expect(options).toContain(`limits.${name}`);
  });

  it('has the defaults that the table of all loops names', () => {
    const shared = sectionOfPackage('kernel', 'Options that all loops have');
    const column = (option: string): string =>
      shared
        .split('\n')
        .find((line) => line.startsWith(`| \`${option}\``))
        ?.split('|')[2]
        ?.trim() ?? 'own';
    for (const [name, value] of Object.entries(defaultRlmLimits)) {
      if (typeof value !== 'number') continue;
      const said = value === Infinity ? 'none' : value.toLocaleString('en');
      expect([name, column(`limits.${name}`)]).toEqual([
        name,
        expect.stringMatching(new RegExp(`^(${said}|own)$`)),
      ]);
    }
    expect(column('maxDepth')).toBe(String(defaultMaxDepth));
    expect(column('maxSteps')).toBe(String(defaultMaxSteps));
  });

  it('has a table of exactly the fields of the result', () => {
    const section = sectionOfPackage('runner', 'The result');
    const listed = [...section.matchAll(/^\| `(\w+)(?:\(\))?`/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual(Object.keys(resultFields).sort());

    const calls = /^\| `calls` .*$/m.exec(section)?.[0] ?? '';
    const counted = [...calls.matchAll(/`(\w+)`/g)].map(([, name]) => name).slice(1);
    expect(counted).toEqual(Object.keys(callCounts));
  });
});
