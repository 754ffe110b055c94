import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { bundleScript } from '@rlm/config/bundle';
import { eventually } from '@rlm/config/eventually';
import { memoryStore } from '@rlm/journal';
import { defineTool, requiresApproval, suspend, type RunJournal } from '@rlm/kernel';
import { scriptedModel } from '@rlm/kernel/testing';
import { runResponse } from '@rlm/penguin-engine';
import { describe, expect, it } from 'vitest';

import { runRlm, type RunRlmOptions } from '@rlm/runner';
import { toResponse, type UIRun } from '../src/index.js';
import { folderStore } from '../../runner/test/journal/folder-store.js';
import { cell } from '../../runner/test/support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';
import { eventsIn, readAnswer, type Sent } from './support/read-answer.js';

const root = fileURLToPath(new URL('../', import.meta.url));

const never = (): never => {
  throw new Error('no model is asked when a run is shown again');
};

type Start = (options: {
  readonly journal: RunJournal;
  readonly isReplay: boolean;
}) => UIRun & { readonly result: Promise<unknown> };

const ofRlm =
  (replies: readonly string[], more: Partial<RunRlmOptions> = {}): Start =>
  ({ journal, isReplay }) => {
    const left = [...replies];
    const model = async function* (): AsyncGenerator<string> {
      for (const piece of (left.shift() ?? 'FINAL(late)').match(/[^]{1,9}/g) ?? []) {
        yield await Promise.resolve(piece);
      }
    };
    return runRlm({
      model: isReplay ? never : model,
      subModel: isReplay ? never : ({ messages }) => `<${messages.at(-1)?.content ?? ''}>`,
      sandbox: quickjs(),
      query: 'q',
      journal,
      ...more,
    });
  };

const agent =
  (last: Parameters<typeof scriptedModel>[0][number]): Start =>
  ({ journal, isReplay }) => {
    const tools = [defineTool({ name: 'weather', description: 'Weather', execute: () => 'hot' })];
    const call = { id: 'w', name: 'weather', arguments: { input: 'Rome' } };
    const model = isReplay ? never : scriptedModel([{ text: 'I look.', toolCalls: [call] }, last]);
    return runResponse({ model, prompt: 'How hot?', tools, journal });
  };

const finish = { id: 'f', name: 'finish_response', arguments: { summary: 'Hot.' } };

const batch = `const answers = await Promise.all(['x', 'y', 'z'].map((text) => llm_query(text)));
console.log(answers.join());`;

const cases: readonly (readonly [string, Start])[] = [
  ['code, output and sub-queries', ofRlm([cell('let z = 1'), cell(batch), cell('FINAL(z + 1)')])],
  ['code that fails, and prose', ofRlm([cell('console.log(1); nope()'), 'FINAL(two)'])],
  ['a wrap-up', ofRlm([cell('let z = 1'), 'FINAL(best)'], { maxSteps: 1 })],
  [
    'a child run',
    ofRlm([cell('const a = await rlm_query("deep"); FINAL(a)'), cell('FINAL(7)')], { maxDepth: 2 }),
  ],
  ['the agent loop', agent('Hot.')],
  ['an agent that says its answer in its finish alone', agent({ text: '', toolCalls: [finish] })],
];

/** A run that was kept, what a client got of it, and how another process shows it. */
async function keep(start: Start) {
  const store = memoryStore();
  const run = start({ journal: await store.create({ runId: 'kept' }), isReplay: false });
  const live = await readAnswer(toResponse(run, { onClose: 'continue' }));
  await run.result;
  const show = async (lastEventId?: string): Promise<Sent[]> => {
    const journal = await store.open('kept', { readOnly: true });
    return readAnswer(toResponse(start({ journal, isReplay: true }), { lastEventId }));
  };
  return { store, live, show };
}

/** Whether a part is that of a child run. */
const isOfChild = ({ chunk }: Sent): boolean => JSON.stringify(chunk).includes('kept.');

const isHalf = (chunk: Sent['chunk']): boolean =>
  chunk !== null && 'delta' in chunk && chunk.delta.includes('half a re');

/** Without what depends on how a reply came: pieces of text are put together, and times are left out. */
function plain(sent: readonly Sent[]): readonly unknown[] {
  const plainOnes: unknown[] = [];
  let text: { delta: string } | undefined;
  for (const { chunk, id } of sent) {
    if (chunk !== null && 'delta' in chunk) {
      if (text === undefined) plainOnes.push((text = { ...chunk }));
      else text.delta += chunk.delta;
      continue;
    }
    text = undefined;
    const known = JSON.stringify(chunk, (key, value: unknown) =>
      ['durationMs', 'timeLeftMs'].includes(key) ? 0 : value,
    );
    plainOnes.push([id, known]);
  }
  return plainOnes;
}

describe('a run that another process shows', () => {
  it.each(cases)('has the parts and ids that it had: %s', async (_, start) => {
    const { live, show } = await keep(start);
    // A child run is one answer in the journal: its own code does not run again.
    const shown = live.filter((sent) => !isOfChild(sent));
    expect(plain(await show())).toEqual(plain(shown));
  });

  it.each(cases)('goes on after any event that a client had: %s', async (_, start) => {
    const { live, show } = await keep(start);
    const ids = [...new Set(live.flatMap(({ id }) => (id === null ? [] : [id])))];
    expect(ids.length).toBeGreaterThan(5);
    for (const id of ids.filter((_each, index) => index % 5 === 0)) {
      const after = live.findLastIndex((sent) => sent.id === id) + 1;
      const missed = live.slice(after).filter((sent) => !isOfChild(sent));
      expect(plain(await show(id))).toEqual(plain(missed));
    }
  });

  it('that was killed: another process shows what it did, says that it is open, and takes the client along when it goes on', async () => {
    await using kept = await folderStore();
    const script = await bundleScript(
      fileURLToPath(new URL('support/ui-child.ts', import.meta.url)),
      { root, external: ['quickjs-wasi'] },
    );
    const child = spawn(process.execPath, [script, kept.folder]);
    const { stdout } = child;
    let text = '';
    stdout.on('data', (piece: Buffer) => (text += piece.toString()));
    await eventually(() => {
      expect(text).toContain('half a re');
    });
    child.kill('SIGKILL');
    await once(child, 'close');
    const had = eventsIn(text);
    const lastEventId = had.findLast(({ id }) => id !== null)?.id;
    const options = { sandbox: quickjs(), query: 'q' };

    const journal = await kept.store.open('killed', { readOnly: true });
    expect(journal.spec).toEqual({ query: 'q' });
    const shown = runRlm({ ...options, model: never, subModel: never, journal });
    const whole = await readAnswer(toResponse(shown, { onClose: 'continue' }));
    const done = had.slice(0, had.findIndex(({ chunk }) => isHalf(chunk)) - 1);
    expect(plain(whole).slice(0, plain(done).length)).toEqual(plain(done));
    expect(whole.slice(-3)).toEqual([
      {
        id: null,
        chunk: { type: 'data-stop', data: { finishReason: 'aborted', code: 'journal_end' } },
      },
      { id: null, chunk: { type: 'abort' } },
      { id: null, chunk: null },
    ]);
    const again = await readAnswer(toResponse(shown, { lastEventId }));
    expect(again.map(({ chunk }) => chunk?.type)).toEqual([
      'finish-step',
      'data-stop',
      'abort',
      undefined,
    ]);

    // The reply of which the client has a half was never kept: it gets the other one as a part of its own.
    const model = () => 'FINAL(another reply)';
    const resumed = runRlm({ ...options, model, journal: await kept.store.open('killed') });
    const rest = await readAnswer(toResponse(resumed, { lastEventId }));
    expect(rest.map(({ chunk }) => chunk)).toEqual([
      expect.objectContaining({ type: 'reasoning-start' }),
      expect.objectContaining({ type: 'reasoning-delta', delta: 'FINAL(another reply)' }),
      expect.objectContaining({ type: 'reasoning-end' }),
      { type: 'finish-step' },
      { type: 'text-start', id: 'answer' },
      { type: 'text-delta', id: 'answer', delta: 'another reply' },
      { type: 'text-end', id: 'answer' },
      { type: 'finish', finishReason: 'stop' },
      null,
    ]);
    expect(rest.at(-2)?.id).toBe('killed:end');
  });

  it('that waits for a person says so, in this process and in another', async () => {
    const tool = requiresApproval(
      defineTool({ name: 'pay', description: 'Pays', execute: () => 'paid' }),
    );
    const waiting: Start = ({ journal, isReplay }) =>
      runRlm({
        model: isReplay ? never : () => cell('await pay("ada")'),
        sandbox: quickjs(),
        query: 'q',
        tools: [tool],
        approve: isReplay ? never : () => suspend(),
        journal,
      });
    const { live, show } = await keep(waiting);
    const data = { finishReason: 'suspended', code: 'approval' };
    expect(live.find(({ chunk }) => chunk?.type === 'data-stop')).toEqual({
      id: null,
      chunk: { type: 'data-stop', data },
    });
    expect(plain(await show())).toEqual(plain(live));
  });

  it('that is not kept is refused by its store', async () => {
    await expect(memoryStore().open('none', { readOnly: true })).rejects.toMatchObject({
      code: 'journal_not_found',
      message: expect.stringContaining('none') as unknown,
    });
  });
});
