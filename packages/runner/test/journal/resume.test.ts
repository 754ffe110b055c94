import { invalidOption } from '@rlm/config/options-suite';
import { forkRun, memoryStore, type RunStore } from '@rlm/journal';
import { JournalDivergenceError } from '@rlm/kernel';
import { quickjs } from '@rlm/sandbox/quickjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createRlm, runRlm, type RlmResult, type RunRlmOptions } from '../../src/index.js';
import { copyBlobs, folderStore, linesOf, writeLines, type FolderStore } from './folder-store.js';
import { slow } from './slow-guest.js';
import { workModel, workOptions, type CountedModel } from './workload.js';

/** A model that must not be asked. */
function silentModel(): CountedModel {
  const model = (): never => {
    model.calls += 1;
    throw new Error('the model was asked');
  };
  model.calls = 0;
  return model;
}

/** Runs the workload in a new journal, or resumes it. */
async function run(
  options: RunRlmOptions,
  store: RunStore,
  { isNew = false }: { readonly isNew?: boolean } = {},
): Promise<RlmResult> {
  const journal = isNew ? await store.create({ runId: 'work' }) : await store.open('work');
  return runRlm({ ...options, journal }).result;
}

const essence = ({ finishReason, answer, usage, calls }: RlmResult): unknown => ({
  finishReason,
  answer,
  usage,
  calls,
});

/** A finished run of the workload, which tests copy. */
let finished: FolderStore;
beforeAll(async () => {
  finished = await folderStore();
  await run(workOptions(workModel()), finished.store, { isNew: true });
});
afterAll(() => finished[Symbol.asyncDispose]());

/** A store that has the finished run. */
async function copyOfFinished(): Promise<FolderStore> {
  const copy = await folderStore();
  await writeLines(copy.folder, 'work', await linesOf(finished.folder, 'work'));
  await copyBlobs(finished.folder, copy.folder);
  return copy;
}

describe('a run with a journal', () => {
  it('gives the same from its journal alone, whatever chance does', async () => {
    const store = memoryStore();
    const first = await run(workOptions(workModel()), store, { isNew: true });
    expect(first.finishReason).toBe('final');

    const journal = await store.open('work');
    const again = runRlm({ ...workOptions(silentModel()), journal });
    const events = [];
    for await (const event of again) events.push(event);
    expect(essence(await again.result)).toEqual(essence(first));
    expect(events.at(0)).toMatchObject({ type: 'run-start', runId: 'work' });
    const isNew = events.filter(({ replayed }) => replayed !== true).map(({ type }) => type);
    expect(isNew).not.toContain('model-end');
  });

  it.each([
    ['', false, quickjs],
    [', the snapshots of a slow guest among them', true, slow],
  ])('goes on from any line of it%s', async (_, hasSnapshots, sandbox) => {
    const options = (model: CountedModel): RunRlmOptions => ({
      ...workOptions(model),
      sandbox: sandbox(),
    });
    await using whole = hasSnapshots ? await folderStore() : await copyOfFinished();
    if (hasSnapshots) await run(options(workModel()), whole.store, { isNew: true });
    const lines = await linesOf(whole.folder, 'work');
    // A machine with much else to do is slow too.
    if (hasSnapshots) expect(lines.some((line) => line.includes('"t":"snapshot"'))).toBe(true);
    for (let count = 2; count < lines.length; count += Math.ceil(lines.length / 3)) {
      await using cut = await folderStore();
      await writeLines(cut.folder, 'work', lines.slice(0, count));
      await copyBlobs(whole.folder, cut.folder);
      const resumed = await run(options(workModel()), cut.store);
      expect(resumed.stop).toBeNull();
      const again = await run(options(silentModel()), cut.store);
      expect(essence(again)).toEqual(essence(resumed));
    }
  });

  it('says which snapshot is missing, and goes on when it is there again', async () => {
    await using whole = await folderStore();
    const options = { ...workOptions(workModel()), sandbox: slow() };
    await run(options, whole.store, { isNew: true });
    const lines = await linesOf(whole.folder, 'work');
    const snapshot = lines.findIndex((line) => line.includes('"t":"snapshot"'));
    await using cut = await folderStore();
    await writeLines(cut.folder, 'work', lines.slice(0, snapshot + 1));
    const { stop } = await run(options, cut.store);
    expect(stop).toMatchObject({
      code: 'journal_corrupt',
      message: expect.stringMatching(/\bmissing\b.*\bRestore\b/) as string,
    });
    await copyBlobs(whole.folder, cut.folder);
    expect((await run(options, cut.store)).finishReason).toBe('final');
  });

  it('asks for nothing that it had been given', async () => {
    await using whole = await folderStore();
    const options = { ...workOptions(workModel()), query: 'child: how long?' };
    const first = await run(options, whole.store, { isNew: true });
    const lines = await linesOf(whole.folder, 'work');
    const given = lines.findIndex((line) => line.includes('"sub-query"'));
    await writeLines(whole.folder, 'work', lines.slice(0, given + 1));
    const model = silentModel();
    const resumed = await run({ ...options, model }, whole.store);
    expect(essence(resumed)).toEqual(essence(first));
    expect(model.calls).toBe(0);
  });

  it.each([
    ['question', { query: 'Something else?' }],
    ['context', { context: 'a context of other words' }],
    ['limit', { limits: { maxTokens: 900_000, timeoutMs: 600_000 } }],
    ['instructions', { instructions: 'Be brief.' }],
  ] as const)('refuses to go on with another %s, before any call', async (_, edit) => {
    await using copy = await copyOfFinished();
    const model = silentModel();
    const { finishReason, stop } = await run({ ...workOptions(model), ...edit }, copy.store);
    expect({ finishReason, code: stop?.code }).toEqual({
      finishReason: 'error',
      code: 'journal_mismatch',
    });
    expect(model.calls).toBe(0);
  });

  it('stops where what it is made of changed unseen: no code can catch it', async () => {
    const store = memoryStore();
    const options = (words: string): RunRlmOptions => ({
      ...workOptions(workModel()),
      prompt: { task: () => words },
    });
    await run(options('Answer well.'), store, { isNew: true });
    const model = silentModel();
    const { finishReason, stop } = await run({ ...options('Answer badly.'), model }, store);
    expect({ finishReason, code: stop?.code }).toEqual({
      finishReason: 'error',
      code: 'journal_divergence',
    });
    expect(JournalDivergenceError.isInstance(stop?.error)).toBe(true);
    expect(stop?.error).toMatchObject({ details: { path: '', step: 1, message: 0 } });
    expect(model.calls).toBe(0);
  });

  it('is forked: earlier turns as they were, another reply from there', async () => {
    await using copy = await copyOfFinished();
    const model = silentModel();
    const journal = await forkRun(copy.store, 'work', {
      atStep: 2,
      reply: '```js\nFINAL(pieces.length)\n```',
    });
    const { query, ...options } = workOptions(model);
    const { answer, stop } = await runRlm({ ...options, query: `${query} Really?`, journal })
      .result;
    expect({ answer, stop }).toEqual({ answer: '3', stop: null });
    expect(model.calls).toBe(0);
  });

  it('is refused by a session of several questions', () => {
    const { query, ...options } = workOptions(workModel());
    expect(() => createRlm({ ...options, journal: {} } as never)).toThrow(
      invalidOption('journal', 'runRlm'),
    );
    expect(query).toBeDefined();
  });
});
