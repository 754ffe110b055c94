import type { HostCase } from '@rlm/config/host-cases';
import type { ModelFunction } from '@rlm/kernel/model';
import type { SandboxBackend } from '@rlm/sandbox';
import { quickjs } from '@rlm/sandbox/quickjs';
import { scripted, type ScriptedStep } from '@rlm/sandbox/scripted';
import { expect } from 'vitest';

import { runRlm } from '../../src/index.js';
import { cell } from '../support/cell.js';

/** The limit of each guest, in bytes. */
const memoryBytes = 1024 ** 3;

/** Code that asks `count` sub-queries at once, in each language, and what it does in a session that cannot read it. */
function asking(count: number): {
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

/** Sessions in which every cell asks eight sub-queries at once. */
export const scriptedCells = (): SandboxBackend => scripted([asking(8).play], { repeatLast: true });

/** A root model that plays `code`, and a sub-model that answers at once. */
const models =
  (code: string, answer: string): ModelFunction =>
  ({ purpose }) =>
    purpose === 'sub' ? answer : cell(code);

/** A case of `count` runs that start at the same moment, each with eight sub-queries at once; `sessions` of them are processes. */
export function manyRuns(
  count: number,
  where: string,
  open: () => SandboxBackend,
  sessions = 1,
): HostCase {
  return {
    name: `${count} runs at once, ${where}`,
    memoryBytes,
    sessions,
    run: () => runMany(count, open()),
  };
}

async function runMany(count: number, sandbox: SandboxBackend): Promise<void> {
  const context = 'a line of text\n'.repeat(1_000);
  const limits = { callTimeoutMs: 3_600_000 };
  const model = models(asking(8)[sandbox.language], 'answer');
  const runs = Array.from({ length: count }, () =>
    runRlm({ model, sandbox, query: 'q', context, limits }),
  );
  const results = await Promise.all(runs.map(({ result }) => result));
  await (sandbox as { close?: () => Promise<void> }).close?.();
  const stops = results.flatMap(({ stop }) => (stop === null ? [] : [stop.message]));
  expect({ stops, answers: new Set(results.map(({ answer }) => answer)) }).toEqual({
    stops: [],
    answers: new Set(['8']),
  });
}

/** Cases of one run that gets 60 answers of 900 kB at once. */
export function largeAnswers(): HostCase[] {
  const many = asking(60);
  const answer = 'He said "so be it", and it was.\n'.repeat(900_000 / 32);
  const backends = [scripted([many.play], { repeatLast: true }), quickjs()];
  return backends.map((sandbox) => ({
    name: `60 answers of 900 kB at once, in ${sandbox.name}`,
    memoryBytes,
    async run() {
      const model = models(many.javascript, answer);
      const result = await runRlm({ model, sandbox, query: 'q', maxSteps: 1 }).result;
      expect(result.answer).toBe('60');
    },
  }));
}
