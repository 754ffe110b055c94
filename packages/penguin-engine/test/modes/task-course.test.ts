import { invalidOption } from '@rlm/config/options-suite';
import { scriptedModel, type ScriptedReply } from '@rlm/kernel/testing';
import { describe, expect, expectTypeOf, it } from 'vitest';

import { runResponse, runTask, type TaskOptions } from '../../src/index.js';
import {
  approve,
  createTask,
  reject,
  transition,
  type Task,
  type TaskStatus,
} from '../../src/task/index.js';

const task = createTask({ id: 'T-1', name: 'Greet', progress: 20 });
const done = '<finish_task>{"status":"partial","summary":"half"}</finish_task>';

async function after(
  replies: readonly ScriptedReply[],
  options: Partial<TaskOptions> = {},
): Promise<Task> {
  const model = scriptedModel(replies);
  return (await runTask({ model, prompt: 'Go', task, ...options }).result).task;
}

describe('the task of runTask', () => {
  it('is handed to a person, who decides', async () => {
    const pending = await after([done]);
    expect(pending).toEqual({
      id: 'T-1',
      name: 'Greet',
      status: 'pending_review',
      progress: 20,
      history: [
        { from: 'active', to: 'running' },
        { from: 'running', to: 'pending_review', reason: 'partial: half' },
      ],
    });
    expect(Object.isFrozen(pending)).toBe(true);
    expect(task.status).toBe('active');
    expect(approve(pending, 'ada')).toMatchObject({ status: 'completed', progress: 100 });
  });

  it('goes on where a person rejected it, and the model is told why', async () => {
    const rejected = reject(await after([done]), 'The second half is missing.');
    const model = scriptedModel([done]);
    const { task: pending } = await runTask({ model, prompt: 'Go', task: rejected }).result;
    expect(pending.history.map(({ from, to }) => [from, to])).toEqual([
      ['active', 'running'],
      ['running', 'pending_review'],
      ['pending_review', 'running'],
      ['running', 'pending_review'],
    ]);
    expect(model.calls[0]?.messages.at(-1)?.content).toMatch(
      /^Go\n\n.*\bnot accept\b.*: The second half is missing\.$/,
    );
  });

  it.each<[string, TaskStatus, readonly ScriptedReply[], Partial<TaskOptions>, string]>([
    ['a silent finish', 'pending_review', ['All is done.'], {}, 'implicit_completion'],
    ['a fault', 'failed', [{ raise: 'boom' }], {}, 'error: boom'],
    ['a refusal of the provider', 'failed', [{ status: 401 }], {}, 'provider_error: '],
    [
      'the limit of iterations',
      'active',
      ['<x/>'],
      { maxSteps: 1, guard: false },
      'iterations_exceeded: ',
    ],
    ['a budget', 'active', [done], { limits: { maxTokens: 3 } }, 'budget_limited: '],
    ['empty replies', 'active', ['', ''], {}, 'llm_empty_response_error: '],
  ])('after %s is %s', async (_, status, replies, options, reason) => {
    const ended = await after(replies, options);
    expect(ended.status).toBe(status);
    expect(ended.history.at(-1)?.reason).toContain(reason);
  });

  it('waits after an abort, and is untouched where no work began', async () => {
    const controller = new AbortController();
    const model = (): string => {
      controller.abort(new Error('enough'));
      return '<x/>';
    };
    expect(await after([], { model, abortSignal: controller.signal })).toMatchObject({
      status: 'active',
      history: [
        { to: 'running' },
        { to: 'active', reason: expect.stringMatching(/^aborted: .*: enough$/) as string },
      ],
    });
    expect(await after([done], { shouldStop: () => true })).toEqual(task);
    expect(await after([done], { maxSteps: 0 })).toEqual(task);
  });

  it('is made where none is given, and keeps what was given of it', async () => {
    const named = await after([done], { task: { name: 'Greet', context: 'Ada' }, runId: 'r1' });
    expect(named).toMatchObject({ id: 'r1', name: 'Greet', status: 'pending_review', progress: 0 });
    expect(named).not.toHaveProperty('context');
    const none = await after([done], { task: {}, prompt: 'Say hi\nto Ada' });
    expect(none.name).toBe('Say hi');
  });

  it('is refused when a run cannot work on it', () => {
    const model = scriptedModel([]);
    const start = (given: Task) => () => runTask({ model, prompt: 'Go', task: given });
    const pending = transition(transition(task, 'running'), 'pending_review');
    expect(start(pending)).toThrow(
      invalidOption('task.status', 'got "pending_review"', 'approve', 'reject'),
    );
    expect(start(approve(pending))).toThrow(
      invalidOption('task.status', 'got "completed"', "'active'"),
    );
  });

  it('belongs to runTask alone', async () => {
    const { result } = runResponse({ model: scriptedModel(['Hi.']), prompt: 'Go' });
    expect(await result).not.toHaveProperty('task');
    expectTypeOf<Awaited<ReturnType<typeof runTask>['result']>['task']>().toEqualTypeOf<Task>();
  });
});
