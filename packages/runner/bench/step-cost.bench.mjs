// The loop's own cost: turns with a model that answers at once, beside the AI SDK's loop in one run. CPU time is what a loaded machine
// disturbs least; a run of 120 turns shows whether a turn grows dearer with those before it.
//
// The cold rounds measure what V8 has still to compile; the warm ones come after a hundred rounds, and without QuickJS, whose own
// start is what they would measure. The ratios are medians of the ratios of each round.
//
//   node bench/step-cost.bench.mjs [--rounds 15] [--warm 100]
import { generateText, stepCountIs, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { runRlm } from '@rlm/runner';
import { quickjs } from '@rlm/sandbox/quickjs';
import { scripted } from '@rlm/sandbox/scripted';
import { z } from 'zod';

import { option, quantile } from './options.mjs';

const rounds = Number(option('rounds', 15));
const warm = Number(option('warm', 100));
const block = '```repl\nprint(1)\n```';

function model(turns) {
  let turn = 0;
  return () => ((turn += 1) < turns ? block : 'FINAL(done)');
}

async function rlm(sandbox, turns) {
  const maxSteps = turns;
  const { result } = runRlm({
    model: model(turns),
    sandbox,
    maxSteps,
    query: 'q',
    context: 'text',
  });
  const { finishReason, steps } = await result;
  if (finishReason !== 'final' || steps.length !== turns) throw new Error(finishReason);
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

async function aiSdk(turns) {
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
const ours = 'runRlm, scripted session';
const theirs = 'AI SDK generateText, mock model and tool';
const loops = {
  [ours]: (turns) => rlm(cells, turns),
  'runRlm, QuickJS session (its start included)': (turns) => rlm(quickjs(), turns),
  [theirs]: aiSdk,
};

/** Runs of the loops by turns, over rounds of which the first are not counted; prints what they took. */
async function measure(title, names, counted, before) {
  const cases = names.flatMap((loop) =>
    [30, 120].map((turns) => ({ loop, turns, run: loops[loop], wall: [], cpu: [] })),
  );
  for (let round = -before; round < counted; round += 1) {
    for (const { run, turns, wall, cpu } of cases) {
      const startedAt = performance.now();
      const used = process.cpuUsage();
      await run(turns);
      const { user, system } = process.cpuUsage(used);
      if (round < 0) continue;
      wall.push(performance.now() - startedAt);
      cpu.push((user + system) / 1000);
    }
  }
  const ofTheirs = (turns) => cases.find((other) => other.loop === theirs && other.turns === turns);
  console.log(`\n${title}, median of ${counted}, milliseconds:`);
  console.table(
    cases.map(({ loop, turns, wall, cpu }) => ({
      loop,
      turns,
      'wall a run': +quantile(wall, 0.5).toFixed(1),
      'wall a turn': +(quantile(wall, 0.5) / turns).toFixed(3),
      'CPU a turn': +(quantile(cpu, 0.5) / turns).toFixed(3),
      'wall to generateText': ratio(wall, ofTheirs(turns).wall),
      'CPU to generateText': ratio(cpu, ofTheirs(turns).cpu),
    })),
  );
}

/** The median of the ratios of two loops, round by round: what else the machine does then disturbs both. */
function ratio(values, others) {
  return +quantile(
    values.map((value, round) => value / others[round]),
    0.5,
  ).toFixed(2);
}

await measure('Zero-latency model, cold', Object.keys(loops), rounds, 2);
if (warm > 0) await measure('The same, warm', [ours, theirs], warm, 100 - rounds);
