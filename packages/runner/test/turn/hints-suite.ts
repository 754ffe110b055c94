import { scriptedModel } from '@rlm/kernel/testing';
import type { SandboxBackend } from '@rlm/sandbox';
import { pyodide } from '@rlm/sandbox/pyodide';
import { beforeAll, describe, expect, it } from 'vitest';

import { backends } from '../../../sandbox/test/support/backends.js';
import { runRlm } from '../../src/index.js';
import { cell } from '../support/cell.js';
import {
  forgottenImports,
  javascriptFaults,
  pythonFaults,
  type FaultRow,
} from '../support/faults.js';
import { quickjs } from '@rlm/sandbox/quickjs';

const contexts = {
  context: { value: 'one two three '.repeat(20_000) },
  rows: { value: [{ title: 'a' }, { title: 'b' }] },
};

/** What the model is told of each cell of one session, cell by cell. */
async function toldOf(
  sandbox: SandboxBackend,
  codes: readonly string[],
  preflight: boolean,
): Promise<readonly string[]> {
  const setUp = sandbox.language === 'python' ? 'by_name = {"a": 1}' : 'byName = { a: 1 }';
  const model = scriptedModel([...[setUp, ...codes].map((code) => cell(code)), cell('FINAL(1)')]);
  await runRlm({
    model,
    subModel: () => 'short',
    sandbox,
    contexts,
    query: 'q',
    preflight,
    maxSteps: codes.length + 2,
    limits: { maxConsecutiveErrors: codes.length + 2 },
  }).result;
  return model.calls.slice(2).map(({ messages }) => String(messages.at(-1)?.content));
}

/** A backend, the faults, and whether it looks at a cell before it runs (it does, if this is absent). */
type Rows = readonly (readonly [SandboxBackend, readonly FaultRow[], preflight?: boolean])[];

/** One for each language, and what a look at a cell mends. */
export const usual: Rows = [
  [quickjs(), javascriptFaults],
  [pyodide(), pythonFaults],
  [pyodide(), forgottenImports, false],
];

/** Those that have the same words, for heavy tests. */
export const others: Rows = backends
  .map((create) => create())
  .filter((backend) => !usual.some(([{ name }]) => name === backend.name))
  .map((backend) => [backend, backend.language === 'python' ? pythonFaults : javascriptFaults]);

/** Tests that the model gets a hint for each fault. */
export async function testHints(backends: Rows): Promise<void> {
  for (const [sandbox, rows, preflight = true] of backends) {
    const probe = await sandbox.probe();
    const reason = probe.ok ? '' : ` (skipped: ${probe.reason})`;
    describe.skipIf(!probe.ok)(`hints in ${sandbox.name}${reason}`, () => {
      let told: readonly string[] = [];
      beforeAll(async () => {
        told = await toldOf(
          sandbox,
          rows.map(([, code]) => code),
          preflight,
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
