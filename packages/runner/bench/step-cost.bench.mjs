// The loop's own cost: 30 turns with a model that answers at once, beside the AI SDK's loop in one run.
import { generateText, stepCountIs, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { runRlm } from '@rlm/runner';
import { quickjs } from '@rlm/sandbox/quickjs';
import { scripted } from '@rlm/sandbox/scripted';
import { z } from 'zod';

const turns = 30;
const rounds = 15;
const block = '```repl\nprint(1)\n```';

function model() {
  let turn = 0;
  return () => ((turn += 1) < turns ? block : 'FINAL(done)');
}

async function rlm(sandbox) {
  const { result } = runRlm({ model: model(), sandbox, query: 'q', context: 'text' });
  const { finishReason, steps } = await result;
  if (finishReason !== 'final' || steps.length !== turns) throw new Error(finishReason);
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

async function aiSdk() {
  let turn = 0;
  const mock = new MockLanguageModelV3({
    doGenerate: () => {
      const last = (turn += 1) >= turns;
      const call = {
        type: 'tool-call',
        toolCallId: `c${turn}`,
        toolName: 'repl',
        input: '{"code":"print(1)"}',
      };
      return Promise.resolve({
        content: [last ? { type: 'text', text: 'done' } : call],
        finishReason: { unified: last ? 'stop' : 'tool-calls', raw: undefined },
        usage,
        warnings: [],
      });
    },
  });
  const repl = tool({ inputSchema: z.object({ code: z.string() }), execute: () => '1\n' });
  const { steps } = await generateText({
    model: mock,
    prompt: 'q',
    tools: { repl },
    stopWhen: stepCountIs(turns),
  });
  if (steps.length !== turns) throw new Error(`${steps.length} steps`);
}

const cells = scripted(['1\n'], { repeatLast: true });
const cases = {
  'runRlm, scripted session': () => rlm(cells),
  'runRlm, QuickJS session (its start included)': () => rlm(quickjs()),
  'AI SDK generateText, mock model and tool': aiSdk,
};

const times = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
for (let round = -2; round < rounds; round += 1) {
  for (const [name, run] of Object.entries(cases)) {
    const from = performance.now();
    await run();
    if (round >= 0) times[name].push(performance.now() - from);
  }
}
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
console.log(`\n${turns} turns, zero-latency model, median of ${rounds}:`);
console.table(
  Object.fromEntries(
    Object.entries(times).map(([name, values]) => {
      const ms = median(values);
      return [name, { 'ms a run': +ms.toFixed(2), 'ms a turn': +(ms / turns).toFixed(3) }];
    }),
  ),
);
