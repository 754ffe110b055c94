import { promiseSuite } from '@rlm/config/promise-suite';
import type { ModelFunction } from '@rlm/penguin-engine/model';
import type { SandboxBackend } from '@rlm/sandbox';
import { quickjs } from '@rlm/sandbox/quickjs';
import { scripted, type ScriptedStep } from '@rlm/sandbox/scripted';
import { describe, expect, it } from 'vitest';

import { runRlm } from '../../src/index.js';
import { cell } from '../support/cell.js';

const promise = promiseSuite('parallel');
const memoryBytes = 1024 ** 3;

/** Code that asks `count` sub-queries at once, and what it does in a session that cannot read it. */
function asking(count: number): { readonly code: string; readonly play: ScriptedStep } {
  const list = `Array.from({ length: ${String(count)} }, (_, at) => llm_query("question " + at))`;
  return {
    code: `const answers = await Promise.all(${list});\nFINAL(answers.length)`,
    play: async (_, guest) => {
      const asked = Array.from({ length: count }, (__, at) =>
        guest.call('llm_query', `question ${String(at)}`),
      );
      return { final: { type: 'direct', answer: (await Promise.all(asked)).length } };
    },
  };
}

const many = asking(60);
const few = asking(8);
const cells = (play: ScriptedStep): SandboxBackend => scripted([play], { repeatLast: true });

/** A root model that plays `code`, and a sub-model that answers at once. */
const models =
  (code: string, answer: string): ModelFunction =>
  ({ purpose }) =>
    purpose === 'sub' ? answer : cell(code);

describe('no piece of work holds the thread for long', () => {
  const answer = 'He said "so be it", and it was.\n'.repeat(900_000 / 32);

  it.each<[string, () => SandboxBackend]>([
    ['scripted', () => cells(many.play)],
    ['quickjs', () => quickjs()],
  ])('60 answers of 900 kB at once, in %s', async (backend, open) => {
    const model = models(many.code, answer);
    const title = { backend, name: '60 answers of 900 kB at once', memoryBytes };
    const result = await promise.run(
      title,
      async () => runRlm({ model, sandbox: open(), query: 'q', maxSteps: 1 }).result,
    );
    expect(result.answer).toBe('60');
  });

  it('200 runs at once, in scripted sessions', async () => {
    const model = models(few.code, 'answer');
    const context = 'a line of text\n'.repeat(1_000);
    const title = { backend: 'scripted', name: '200 runs at once', memoryBytes };
    const results = await promise.run(title, async () => {
      const sandbox = cells(few.play);
      const runs = Array.from({ length: 200 }, () =>
        runRlm({ model, sandbox, query: 'q', context }),
      );
      return Promise.all(runs.map(({ result }) => result));
    });
    expect(new Set(results.map((result) => result.answer))).toEqual(new Set(['8']));
  });
});
