// What a step of a task costs with a model that answers at once, and what it costs to read actions. Needs a build.
import { printRatios } from '@rlm/config/bench';
import { createRun } from '@rlm/kernel';
import { callModel } from '@rlm/kernel/model';
import { defineTool, parseActions, runTask } from '@rlm/penguin-engine';

const steps = 100;
const length = 1_000_000;
const look = defineTool({ name: 'look', description: 'Looks.', execute: () => 'seen' });
const task = async () => {
  let step = 0;
  const finish = '<finish_task>{"summary": "done", "status": "done"}</finish_task>';
  const model = () => ((step += 1) < steps ? `<look>${step}</look>` : finish);
  const { status } = await runTask({ model, prompt: 'Go', tools: [look], maxSteps: steps }).result;
  if (status !== 'pending_review') throw new Error(status);
};
/** The kernel with a protocol that calls the model, and does nothing else. */
const bare = () => {
  const protocol = {
    name: 'bare',
    open: () => [{ role: 'user', content: 'Go' }],
    async step(messages, context) {
      const { text } = await callModel(() => 'x', { purpose: 'root', messages }, context);
      const result = { actionType: 'text', success: true, output: text, error: null };
      const rest = { durationMs: 0, tokensUsed: 0, metadata: {} };
      return { type: 'continue', state: messages, result: { ...result, ...rest } };
    },
  };
  return createRun(protocol, null, { maxSteps: steps }).result;
};
const reading = {
  prose: 'The quick brown fox (it is said) jumps over `the` lazy dog.\n',
  actions: '<look>x</look>\n',
  'open tags': '<look><finish_task>',
  fences: '```\n<a/>\n```\n',
};
const json = JSON.stringify(
  Array.from({ length: length / 25 }, (_, n) => ({ n, text: 'FINAL(a)' })),
);

await printRatios([
  {
    what: 'a step of runTask with a call of a tool',
    ours: task,
    beside: 'a step of the kernel alone',
    plain: bare,
    count: steps,
  },
  ...Object.entries(reading).map(([of, unit]) => ({
    what: `1 MB, ${of}: actions looked for`,
    ours: () => parseActions(unit.repeat(Math.ceil(length / unit.length)), { names: ['look'] }),
    beside: 'JSON.parse of 1 MB',
    plain: () => JSON.parse(json),
    rounds: 5,
  })),
]);
