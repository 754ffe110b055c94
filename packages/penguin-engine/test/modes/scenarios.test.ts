import type { Run } from '@rlm/kernel';
import { scriptedModel, type ScriptedReply } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';

import {
  defineTool,
  runResponse,
  runTask,
  type EngineEvent,
  type EngineResult,
  type TaskOptions,
} from '../../src/index.js';

const echo = defineTool({ name: 'echo', description: '', execute: (text) => text });
const done = '<finish_task>{"summary":"ok","status":"done"}</finish_task>';

type Options = Omit<TaskOptions, 'model' | 'prompt'>;

function start(
  mode: 'response' | 'task',
  replies: readonly ScriptedReply[],
  options: Options = {},
): Run<EngineEvent, EngineResult> {
  const all = { model: scriptedModel(replies), prompt: 'Go', tools: [echo], ...options };
  return mode === 'task' ? runTask(all) : runResponse(all);
}

async function record(run: Run<EngineEvent, EngineResult>): Promise<readonly EngineEvent[]> {
  const events: EngineEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

const turn = (...own: readonly string[]): readonly string[] => ['step-start', ...own, 'step-end'];
const said = ['model-start', 'text-delta', 'model-end'];
const acted = [...said, 'action-start', 'action-end'];

interface Scenario {
  readonly name: string;
  readonly mode: 'response' | 'task';
  readonly replies: readonly ScriptedReply[];
  readonly options?: Options;
  readonly status: EngineResult['status'];
  readonly events: readonly string[];
}

const scenarios: readonly Scenario[] = [
  {
    name: 'a plain answer',
    mode: 'response',
    replies: ['The answer is 42, that is all.'],
    status: 'completed',
    events: turn(...said),
  },
  {
    name: 'an action, then finish_response',
    mode: 'response',
    replies: ['<echo>a</echo>', '<finish_response>said</finish_response>'],
    status: 'completed',
    events: [...turn(...acted), ...turn(...acted)],
  },
  {
    name: 'the limit of iterations',
    mode: 'response',
    replies: ['<echo>a</echo>', '<echo>b</echo>'],
    options: { maxSteps: 2 },
    status: 'max_iterations',
    events: [...turn(...acted), ...turn(...acted)],
  },
  {
    name: 'a quoted action, then a real one',
    mode: 'response',
    replies: ['Look:\n> <echo>a</echo>', '<finish_response/>'],
    status: 'completed',
    events: [...turn(...said, 'diagnostic'), ...turn(...acted)],
  },
  {
    name: 'a task that is finished',
    mode: 'task',
    replies: ['<echo>a</echo>', done],
    status: 'pending_review',
    events: [
      ...turn('task-start', ...acted, 'task-progress'),
      ...turn(...acted, 'task-progress', 'task-end'),
    ],
  },
  {
    name: 'a task that ends without a word',
    mode: 'task',
    replies: ['I think everything is finished.'],
    status: 'implicit_completion',
    events: turn('task-start', ...said, 'task-progress'),
  },
  {
    name: 'a task whose limit is reached',
    mode: 'task',
    replies: ['<echo>a</echo>'],
    options: { maxSteps: 1 },
    status: 'iterations_exceeded',
    events: turn('task-start', ...acted, 'task-progress'),
  },
  {
    name: 'a task whose model fails',
    mode: 'task',
    replies: [{ raise: new Error('boom') }],
    status: 'error',
    events: ['step-start', 'task-start', 'model-start', 'task-end', 'error'],
  },
  {
    name: 'a task whose model stays empty',
    mode: 'task',
    replies: ['', ''],
    status: 'llm_empty_response_error',
    events: ['step-start', 'task-start', 'model-start', 'model-end', 'error'],
  },
  {
    name: 'a task that is stopped before its first turn',
    mode: 'task',
    replies: [],
    options: { shouldStop: () => true },
    status: 'stopped',
    events: turn(),
  },
  {
    name: 'a task without any budget',
    mode: 'task',
    replies: ['never used'],
    options: { limits: { maxTokens: 0 } },
    status: 'budget_limited',
    events: [],
  },
  {
    name: 'a finish that is refused, and a proper one',
    mode: 'task',
    replies: ['<finish_task>{"status":"weird"}</finish_task>', done],
    status: 'pending_review',
    events: [
      ...turn('task-start', ...acted, 'task-progress'),
      ...turn(...acted, 'task-progress', 'task-end'),
    ],
  },
];

describe('the events of a run', () => {
  it.each(scenarios)('come in order for $name', async (scenario) => {
    const { mode, replies, options, status, events: expected } = scenario;
    const run = start(mode, replies, options);
    const events = await record(run);
    expect(events.map(({ type }) => type)).toEqual(['run-start', ...expected, 'run-end']);
    const result = await run.result;
    expect(result.status).toBe(status);
    expect(events.at(-1)).toMatchObject({ type: 'run-end', result, runId: run.id, depth: 0 });
    for (const event of events) expect(event).toMatchObject({ runId: run.id, parentId: null });
  });

  it('carry the payloads of the task', async () => {
    const task = { id: 'T-1', name: 'Greet' };
    const events = await record(start('task', [done], { task, maxSteps: 3 }));
    const own = events.filter(({ type }) => type.startsWith('task-'));
    const origin = { runId: events[0]?.runId, parentId: null, depth: 0, step: 1 };
    expect(own).toEqual([
      { ...origin, type: 'task-start', taskId: 'T-1', taskName: 'Greet', maxSteps: 3 },
      { ...origin, type: 'task-progress', iteration: 1, maxSteps: 3, progress: 33 },
      {
        ...origin,
        type: 'task-end',
        status: 'pending_review',
        response: done,
        iteration: 1,
        maxSteps: 3,
        finishStatus: 'done',
        finishSummary: 'ok',
        requiresReview: true,
      },
    ]);
  });

  it('are the same when nobody reads them, as far as the result goes', async () => {
    const unread = await start('task', ['<echo>a</echo>', done]).result;
    const other = start('task', ['<echo>a</echo>', done]);
    await record(other);
    expect(await other.result).toEqual({
      ...unread,
      runId: other.id,
      durationMs: expect.any(Number) as number,
      task: { ...unread.task, id: other.id },
    });
  });
});
