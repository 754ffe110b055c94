import type { PromiseSuite } from '@rlm/config/promise-suite';
import type { ModelFunction } from '@rlm/kernel/model';
import type { SandboxBackend } from '@rlm/sandbox';
import { scripted, type ScriptedStep } from '@rlm/sandbox/scripted';
import { expect } from 'vitest';

import { runRlm } from '../../src/index.js';
import { cell } from '../support/cell.js';

/** The limit of each guest, in bytes. */
export const memoryBytes: number = 1024 ** 3;

/** Code that asks `count` sub-queries at once, in each language, and what it does in a session that cannot read it. */
export function asking(count: number): {
  readonly javascript: string;
  readonly python: string;
  readonly play: ScriptedStep;
} {
  const list = `Array.from({ length: ${String(count)} }, (_, at) => llm_query("question " + at))`;
  const questions = `["question " + str(at) for at in range(${String(count)})]`;
  return {
    javascript: `const answers = await Promise.all(${list});\nFINAL(answers.length)`,
    python: `FINAL(len(llm_query_batched(${questions})))`,
    play: async (_, guest) => {
      const asked = Array.from({ length: count }, (__, at) =>
        guest.call('llm_query', `question ${String(at)}`),
      );
      return { final: { type: 'direct', answer: (await Promise.all(asked)).length } };
    },
  };
}

/** Sessions in which every cell does the same. */
export const scriptedCells = (play: ScriptedStep): SandboxBackend =>
  scripted([play], { repeatLast: true });

/** A root model that plays `code`, and a sub-model that answers at once. */
export const models =
  (code: string, answer: string): ModelFunction =>
  ({ purpose }) =>
    purpose === 'sub' ? answer : cell(code);

/** Measures `count` runs that start at the same moment, each with eight sub-queries at once. */
export async function manyRuns(
  promise: PromiseSuite,
  count: number,
  backend: string,
  open: () => SandboxBackend,
): Promise<void> {
  const title = { backend, name: `${String(count)} runs at once`, memoryBytes };
  const context = 'a line of text\n'.repeat(1_000);
  const limits = { callTimeoutMs: 3_600_000 };
  const results = await promise.run(title, async () => {
    const sandbox = open();
    const code = asking(8)[sandbox.language === 'python' ? 'python' : 'javascript'];
    const options = { model: models(code, 'answer'), sandbox, query: 'q', context, limits };
    try {
      const runs = Array.from({ length: count }, () => runRlm(options));
      return await Promise.all(runs.map(({ result }) => result));
    } finally {
      await (sandbox as { close?: () => Promise<void> }).close?.();
    }
  });
  const stops = results.flatMap(({ stop }) => (stop === null ? [] : [stop.message]));
  expect({ stops, answers: new Set(results.map(({ answer }) => answer)) }).toEqual({
    stops: [],
    answers: new Set(['8']),
  });
}
