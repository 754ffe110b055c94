import { agent, AxJSRuntime, AxMockAIService } from '@ax-llm/ax';
import { runRlm } from '@rlm/runner';
import { quickjs } from '@rlm/sandbox/quickjs';

import { ratiosOf, rowOf } from '../rounds.mjs';

const [rounds, turns] = [12, 30];

/**
 * A run with a model that answers at once and a JavaScript sandbox of its own, beside the RLM agent of ax in its own
 * runtime. That agent asks the model once more, for the words of the answer.
 */
export async function measure() {
  const [mine, theirs] = [() => ours(), () => axAgent()];
  for (let round = 0; round < 3; round += 1) {
    await mine();
    await theirs();
  }
  const about = { measure: `a run of ${turns} turns, quickjs()`, beside: 'the RLM agent of ax 24' };
  return { rows: [rowOf({ ...about, unit: 'x' }, await ratiosOf(rounds, mine, theirs))] };
}

const sandbox = quickjs();

async function ours() {
  let turn = 0;
  const model = () => ((turn += 1) < turns ? '```js\nprint(1)\n```' : '```js\nFINAL("done")\n```');
  const { result } = runRlm({ model, sandbox, maxSteps: turns, query: 'q', context: 'text' });
  const { answer } = await result;
  if (answer !== 'done') throw new Error(String(answer));
}

async function axAgent() {
  let turn = 0;
  const usage = {
    ai: 'none',
    model: 'none',
    tokens: { promptTokens: 1, completionTokens: 1, totalTokens: 2 },
  };
  const reply = () => {
    turn += 1;
    if (turn > turns) return 'Answer: done';
    const code = turn < turns ? 'console.log(1)' : 'await respond("answer", { answer: "done" })';
    return `Javascript Code: ${code}`;
  };
  const model = new AxMockAIService({
    features: { functions: false, streaming: false },
    chatResponse: () =>
      Promise.resolve({
        results: [{ index: 0, content: reply(), finishReason: /** @type {const} */ ('stop') }],
        modelUsage: usage,
      }),
  });
  const asked = agent('context:string, query:string -> answer:string', {
    contextFields: ['context'],
    runtime: new AxJSRuntime(),
    maxTurns: turns + 1,
  });
  const { answer } = await asked.forward(model, { context: 'text', query: 'q' });
  if (answer !== 'done') throw new Error(String(answer));
}
