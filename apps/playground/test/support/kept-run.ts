import { join } from 'node:path';

import type { ModelFunction } from '@rlm/kernel/model';

import { ask } from '../../src/ask.js';
import { specOf, type RunSpec } from '../../src/runs/run-spec.js';
import { openRuns, type Runs } from '../../src/runs/runs.js';
import { hashOf } from '../../src/runs/text-files.js';
import { sealSpec } from '../../src/trust/seal.js';

/** The runs of a folder, as `rlm` in that folder finds them. */
export const runsOf = (folder: { readonly path: string }): Runs =>
  openRuns(join(folder.path, '.rlm', 'runs'), folder.path);

/** What a journal says of a run about the notes of a folder, whose models are at an address. */
export function specAt(folder: { readonly path: string }, baseUrl: string): RunSpec {
  const name = '2001.txt';
  const file = { name, path: join(folder.path, 'notes', name) };
  return specOf({
    question: 'Which comet?',
    text: { isSingle: true, files: [{ ...file, sha256: hashOf('The comet came back.') }] },
    // An older journal says of itself that a person named the address.
    model: { kind: 'endpoint', server: 'x', baseUrl, model: 'tiny-chat', ...{ isNamed: true } },
    settings: {
      ...{ language: 'javascript', output: 'text', history: false },
      ...{ maxSteps: 2, maxSubQueries: 0, timeoutMs: 60_000 },
    },
  });
}

/** Writes a journal that nobody has worked on, as this user does. */
export async function keepRun(runs: Runs, runId: string, spec: object): Promise<void> {
  await forgeRun(runs, runId, await sealSpec(runId, spec));
}

/** Writes a journal that nobody has worked on, as anybody can. */
export async function forgeRun(runs: Runs, runId: string, spec: unknown): Promise<void> {
  const journal = await runs.store.create({ runId, spec });
  await journal.close();
}

/** Answers a question about the notes of a folder with a model's replies, as another process does that keeps its run there. */
export async function answerKept(
  folder: { readonly path: string },
  runId: string,
  model: ModelFunction,
): Promise<void> {
  const spec = specAt(folder, 'http://127.0.0.1:9/v1');
  await ask({
    ...spec.settings,
    ...{ label: 'x', model, subModel: model, question: spec.question },
    text: { value: 'The comet came back.', characters: 20, label: '1 file' },
    journal: await runsOf(folder).store.create({ runId, spec: await sealSpec(runId, spec) }),
    abortSignal: new AbortController().signal,
    onEvent: () => undefined,
  });
}
