import { scriptedModel, type ScriptedReply } from '@rlm/kernel/testing';
import type { TerminationPolicy } from '@rlm/policies';
import { describe, expect, it } from 'vitest';

import { runResponse, runTask } from '../../src/index.js';
import { echo } from '../support/tell.js';

/** Sends the first answer back. */
function once(): TerminationPolicy {
  let isSent = false;
  return {
    name: 'once',
    description: 'Sends the first answer back',
    shouldTerminate: () => ({ terminate: false }),
    reviewAnswer() {
      if (isSent) return { accept: true };
      isSent = true;
      return { accept: false, code: 'once', reason: 'Look again at the data.' };
    },
    reset() {
      isSent = false;
    },
  };
}

const loops = [
  ['runResponse', runResponse, '<finish_response>first</finish_response>', 'completed'],
  [
    'runTask',
    runTask,
    '<finish_task>{"status":"done","summary":"first"}</finish_task>',
    'pending_review',
  ],
] as const;

describe.each(loops)('a policy that sends answers back, in %s', (_, start, finish, status) => {
  const play = async (
    replies: readonly ScriptedReply[],
    policies: (TerminationPolicy | 'coverage')[],
  ) => {
    const model = scriptedModel(replies);
    const types: string[] = [];
    const run = start({ model, prompt: 'List all of them', tools: [echo], policies });
    for await (const { type } of run) types.push(type);
    const told = model.calls.map(({ messages }) => messages.at(-1)?.content ?? '');
    return { result: await run.result, told, types };
  };

  it('goes on after a finish, and the model is told why', async () => {
    const again = finish.replace('first', 'second');
    const { result, told, types } = await play([finish, again], [once()]);
    expect(result).toMatchObject({ status, steps: { length: 2 }, finishSummary: 'second' });
    expect(told[1]).toMatch(/\bsent back\b.* Look /);
    expect(result.diagnostics.map(({ code }) => code)).toContain('answer_sent_back');
    expect(types.filter((type) => type === 'task-end').length).toBeLessThan(2);
  });

  it('goes on after a plain answer', async () => {
    const { result, told } = await play(
      ['Everything is listed above, as you asked.', 'There are seven, and these are their names.'],
      [once()],
    );
    expect(result).toMatchObject({
      steps: { length: 2 },
      assistantResponse: 'There are seven, and these are their names.',
    });
    expect(told[1]).toContain('at the data.');
  });

  it('does nothing for `coverage`, of which nobody speaks there, and says so once', async () => {
    const { result } = await play(['<echo>a</echo>', '<echo>b</echo>', finish], ['coverage']);
    expect(result).toMatchObject({ status, steps: { length: 3 } });
    const notes = result.diagnostics.filter(({ code }) => code === 'coverage');
    expect(notes).toHaveLength(1);
    expect(notes[0]?.message).toMatch(/\bRLM\b.*`coverage: true`/);
  });
});
