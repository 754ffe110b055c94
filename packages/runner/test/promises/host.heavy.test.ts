import { type HostCase, testPromises } from '@rlm/config/host-cases';
import { createSandboxPool, type SandboxBackend } from '@rlm/sandbox';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect } from 'vitest';

import { runRlm } from '../../src/index.js';
import { otherBackends, usualBackends } from '../hostile/backends.js';
import { foreignWords } from '../hostile/foreign-words.js';
import { largeAnswers, manyRuns, scriptedCells } from '../hostile/many-runs.js';
import { cell } from '../support/cell.js';

const count = 200;

const pooled = (backend: SandboxBackend) => () =>
  createSandboxPool(backend, { max: 8, maxWaiting: count, waitMs: 3_600_000 });

const backends = [...(await usualBackends()), ...(await otherBackends())]
  .filter(({ reason }) => reason === '')
  .map(({ backend }) => backend);

const line = 'He said "so be it", and it was.\n';
const text = `const text = ${JSON.stringify(line)}.repeat(${10_000_000 / line.length});`;

/** A cell that sends 10 MB across, which is as much as a run over a context of 10 MB may. */
function largeValue(name: string, code: string, answer: RegExp): HostCase {
  return {
    name,
    memoryBytes: 1024 ** 3,
    async run() {
      const model = () => cell(`${text}\n${code}`);
      const sandboxLimits = { maxValueBytes: 15_000_000 };
      const options = { model, subModel: () => 'read', sandbox: quickjs(), sandboxLimits };
      expect((await runRlm({ ...options, query: 'q', maxSteps: 1 }).result).answer).toMatch(answer);
    },
  };
}

describe('what cells, values, models and many runs do to their host', () => {
  testPromises([
    ...foreignWords,
    ...largeAnswers(),
    largeValue(
      'a batch of 10 MB',
      'const parts = Array.from({ length: 100 }, (_, at) => text.slice(at * 1e5, (at + 1) * 1e5)); FINAL((await llm_query_batched(parts)).length)',
      /^100$/,
    ),
    largeValue('an answer of 10 MB', 'FINAL_VAR("text")', /^He said/),
    manyRuns(count, 'in scripted sessions', scriptedCells),
    manyRuns(count, 'in a session of quickjs each', () => quickjs(), count),
    ...backends.map((backend) => manyRuns(60, `in 8 sessions of ${backend.name}`, pooled(backend))),
  ]);
});
