import { sectionOfPackage } from '@rlm/config/package-pages';
import { expect, it } from 'vitest';

import type { LoopLimits, RunOptions } from '../src/index.js';

/** Every option that all loops have, or this does not compile. */
const options: Readonly<Record<Exclude<keyof RunOptions, 'limits'>, true>> = {
  maxSteps: true,
  maxDepth: true,
  budget: true,
  stepTimeoutMs: true,
  policies: true,
  policyRegistry: true,
  reward: true,
  confidence: true,
  throwOnLimit: true,
  throwOnFailure: true,
  approve: true,
  prices: true,
  settings: true,
  promptCache: true,
  retry: true,
  executor: true,
  clock: true,
  runId: true,
  seed: true,
  abortSignal: true,
  journal: true,
  telemetry: true,
};
const limits: Readonly<Record<keyof LoopLimits, true>> = {
  maxTokens: true,
  maxCostUsd: true,
  maxOutputTokens: true,
  maxCalls: true,
  maxSubQueries: true,
  timeoutMs: true,
  callTimeoutMs: true,
  maxReplyChars: true,
  maxOutputChars: true,
};

it('has one table of exactly the options that all loops have', () => {
  const section = sectionOfPackage('kernel', 'Options that all loops have');
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const listed = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([\w.]+)`/g)].map(([, name]) => name),
  );
  const names = [...Object.keys(options), ...Object.keys(limits).map((name) => `limits.${name}`)];
  expect(listed.toSorted()).toEqual(names.toSorted());
});
