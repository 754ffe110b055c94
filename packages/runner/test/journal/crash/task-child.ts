import { crashChild } from '@rlm/journal/testing';
import { createToolSet, defineTool, requiresApproval, type ToolSet } from '@rlm/kernel';
import type { ModelReply, ModelRequest } from '@rlm/kernel/model';
import { runTask } from '@rlm/penguin-engine';

import { failSometimes, wait } from '../chance.js';

type Mark = (asked: unknown, once?: string) => string;

/** Turns with calls of tools; then the task is finished. */
const turns = 6;

/** How often somebody stops the run. */
const stopRate = 0.02;

/** Tools that answer after a random time: one fails often, one must not be repeated, one needs a person's word. */
function tools(mark: Mark): ToolSet {
  const look = defineTool({
    name: 'look',
    description: 'Looks.',
    execute: async (what) => {
      const seen = `${mark({ what })} sees ${what}`;
      await wait(Math.random() * 20);
      if (Math.random() < 0.3) throw new Error(`it broke: ${seen}`);
      return seen;
    },
  });
  const pay = defineTool({
    name: 'pay',
    description: 'Pays.',
    repeatable: false,
    execute: async (what, { idempotencyKey }) => {
      const paid = mark({ what }, idempotencyKey);
      await wait(Math.random() * 20);
      return { paid, at: Date.now() };
    },
  });
  const send = requiresApproval(
    defineTool({
      name: 'send',
      description: 'Sends.',
      execute: (what) => `${mark({ what })} sent ${what}`,
    }),
  );
  return createToolSet([look, pay, send]);
}

/** Calls the tools, several at once, with what it was told last; then finishes. */
function taskModel(mark: Mark): (request: ModelRequest) => Promise<ModelReply> {
  return async (request) => {
    const turn = request.messages.filter(({ role }) => role === 'assistant').length;
    const last = request.messages.at(-1)?.content ?? '';
    failSometimes();
    const own = mark(request);
    await wait(Math.random() * 20);
    const about = `${String(last.length)} ${own}`;
    const call = (name: string, number: number): object => ({
      id: `${name}-${String(turn)}-${String(number)}`,
      name,
      arguments: { input: name === 'look' && number === 1 ? 'the same' : about },
    });
    const usage = { inputTokens: 7, outputTokens: 3 };
    const calls =
      turn < turns
        ? [call('look', 0), call('look', 1), call('look', 1), call('pay', 0), call('send', 0)]
        : [{ id: 'end', name: 'finish_task', arguments: { summary: about, status: 'done' } }];
    return { text: `${own} says`, toolCalls: calls as never, usage };
  };
}

crashChild(async ({ journal, call }) => {
  const { status, finishSummary, usage, actionResults, rewards, stop } = await runTask({
    model: taskModel(call),
    prompt: 'Look, pay and send.',
    tools: tools(call),
    approve: async () => (await wait(Math.random() * 4), Math.random() < 0.7),
    shouldStop: () => Math.random() < stopRate,
    reward: () => Math.random(),
    retry: { attempts: 10, minDelayMs: 1 },
    journal,
  }).result;
  const records = actionResults.map(({ action, status: came, result }) => [action, came, result]);
  const isWell = status === 'pending_review' || status === 'stopped';
  return {
    answer: finishSummary ?? null,
    usage,
    calls: [status, records, rewards],
    code: isWell ? null : (stop?.code ?? status),
    ...(isWell || stop === null ? {} : { message: stop.message }),
  };
});
