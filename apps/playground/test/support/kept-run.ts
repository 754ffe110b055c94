import { join } from 'node:path';

import type { ModelFunction } from '@rlm/kernel/model';

import { ask } from '../../src/ask.js';
import { specOf, type RunSpec } from '../../src/runs/run-spec.js';
import { openRuns, type Runs } from '../../src/runs/runs.js';
import { hashOf } from '../../src/runs/text-files.js';
import type { NotesFolder } from './notes-folder.js';
import { homeAt } from './run-command.js';

/** The user's own runs, as `rlm` finds them whose user has this home. */
export const runsOf = ({ home }: Pick<NotesFolder, 'home'>): Runs =>
  openRuns(undefined, homeAt(home));

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

/** Writes a journal that nobody has worked on. */
export async function keepRun(runs: Runs, runId: string, spec: unknown): Promise<void> {
  const journal = await runs.store.create({ runId, spec });
  await journal.close();
}

/** Answers a question about the notes of a folder with a model's replies, as another process does that keeps its run there. */
export async function answerKept(
  folder: NotesFolder,
  runId: string,
  model: ModelFunction,
): Promise<void> {
  const spec = specAt(folder, 'http://127.0.0.1:9/v1');
  await ask({
    ...spec.settings,
    ...{ label: 'x', model, subModel: model, question: spec.question },
    text: { value: 'The comet came back.', characters: 20, label: '1 file' },
    journal: await runsOf(folder).store.create({ runId, spec }),
    abortSignal: new AbortController().signal,
    onEvent: () => undefined,
  });
}
