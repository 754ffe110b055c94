import { scriptedModel } from '@rlm/kernel/testing';
import type { SandboxBackend } from '@rlm/sandbox';
import { cpython } from '@rlm/sandbox/cpython';
import { monty } from '@rlm/sandbox/monty';
import { pyodide } from '@rlm/sandbox/pyodide';
import { v8 } from '@rlm/sandbox/v8';
import { beforeAll, describe, expect, it } from 'vitest';

import { runRlm } from '../../src/index.js';
import { cell } from '../support/cell.js';
import {
  forgottenImports,
  javascriptFaults,
  pythonFaults,
  type FaultRow,
} from '../support/faults.js';
import { quickjs } from '../support/quickjs.js';

const contexts = {
  context: { value: 'one two three '.repeat(20_000) },
  rows: { value: [{ title: 'a' }, { title: 'b' }] },
};

/** What the model is told of each cell of one session, cell by cell. */
async function toldOf(
  sandbox: SandboxBackend,
  codes: readonly string[],
): Promise<readonly string[]> {
  const setUp = sandbox.language === 'python' ? 'by_name = {"a": 1}' : 'byName = { a: 1 }';
  const model = scriptedModel([...[setUp, ...codes].map((code) => cell(code)), cell('FINAL(1)')]);
  await runRlm({
    model,
    subModel: () => 'short',
    sandbox,
    contexts,
    query: 'q',
    maxSteps: codes.length + 2,
    limits: { maxConsecutiveErrors: codes.length + 2 },
  }).result;
  return model.calls.slice(2).map(({ messages }) => String(messages.at(-1)?.content));
}

type Rows = readonly (readonly [SandboxBackend, readonly FaultRow[]])[];

/** One for each language, and what a look at a cell mends in both. */
export const usual: Rows = [
  [quickjs(), javascriptFaults],
  [pyodide(), pythonFaults],
  [monty(), forgottenImports],
];

/** Those that have the same words, for heavy tests. */
export const others: Rows = [
  [cpython(), pythonFaults],
  [v8(), javascriptFaults],
  [monty(), pythonFaults],
];

/** Tests that the model gets a hint for each fault. */
export async function testHints(backends: Rows): Promise<void> {
  for (const [sandbox, rows] of backends) {
    const probe = await sandbox.probe();
    const reason = probe.ok ? '' : ` (skipped: ${probe.reason})`;
    describe.skipIf(!probe.ok)(`hints in ${sandbox.name}${reason}`, () => {
      let told: readonly string[] = [];
      beforeAll(async () => {
        told = await toldOf(
          sandbox,
          rows.map(([, code]) => code),
        );
      });

      it.each(rows.map(([what, , mend], index) => [what, mend, index] as const))(
        'mend %s',
        (what, mend, index) => {
          const notes = (told[index] ?? '').split('\n').filter((line) => line.startsWith('Note: '));
          expect(notes.join('\n')).toContain(mend);
          expect(notes.length).toBeLessThanOrEqual(3);
        },
      );
    });
  }
}
