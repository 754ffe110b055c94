import { generateText, stepCountIs, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { runRlm } from '@rlm/runner';
import { scripted } from '@rlm/sandbox/scripted';
import { z } from 'zod';

import { ratiosOf, rowOf } from '../rounds.mjs';

const [warmRounds, rounds] = [100, 40];
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A turn of the loop, with a model that answers at once, beside one of the AI SDK's loop with one tool. */
export async function measure() {
  const rows = [];
  for (const [turns, goal] of /** @type {const} */ ([
    [30, 1.5],
    [120, 0.4],
  ])) {
    const cold = await ratiosOf(
      17,
      () => ours(turns),
      () => theirs(turns),
    );
    const beside = 'AI SDK generateText, in this process';
    const name = `a run of ${turns} turns, scripted session`;
    rows.push(rowOf({ measure: `${name}, first 17 rounds`, beside, unit: 'x' }, cold));
    for (let round = 0; round < warmRounds; round += 1) {
      await ours(turns);
      await theirs(turns);
    }
    const warm = await ratiosOf(
      rounds,
      () => ours(turns),
      () => theirs(turns),
    );
    rows.push(rowOf({ measure: `${name}, after 100 rounds`, beside, unit: 'x', goal }, warm));
  }
  return { rows };
}

const sandbox = scripted(['1\n'], { repeatLast: true });

/** @param {number} turns */
async function ours(turns) {
  let turn = 0;
  const model = () => ((turn += 1) < turns ? '```repl\nprint(1)\n```' : 'FINAL(done)');
  const { result } = runRlm({ model, sandbox, maxSteps: turns, query: 'q', context: 'text' });
  const { steps } = await result;
  if (steps.length !== turns) throw new Error(`${String(steps.length)} steps`);
}

/** @param {number} turns */
async function theirs(turns) {
  let turn = 0;
  const model = new MockLanguageModelV3({
    doGenerate: /** @type {never} */ (
      () => {
        const isLast = (turn += 1) >= turns;
        const call = {
          type: 'tool-call',
          toolCallId: `c${String(turn)}`,
          toolName: 'repl',
          input: '{"code":"print(1)"}',
        };
        return Promise.resolve({
          content: [isLast ? { type: 'text', text: 'done' } : call],
          finishReason: { unified: isLast ? 'stop' : 'tool-calls', raw: undefined },
          usage,
          warnings: [],
        });
      }
    ),
  });
  const repl = tool({ inputSchema: z.object({ code: z.string() }), execute: () => '1\n' });
  const { steps } = await generateText({
    model,
    prompt: 'q',
    tools: { repl },
    stopWhen: stepCountIs(turns),
  });
  if (steps.length !== turns) throw new Error(`${String(steps.length)} steps`);
}
