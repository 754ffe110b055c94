// The loop's own cost a step: a model without latency, the same replies, beside the loop of the AI SDK.
// CPU time, so that a loaded machine does not count. Needs the built package. Run: pnpm bench
import { generateText, stepCountIs, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { z } from 'zod';

import { createRun } from '@rlm/kernel';
import { callModel } from '@rlm/kernel/model';

const steps = Number(process.argv[2] ?? 200);
const rounds = Number(process.argv[3] ?? 15);

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};

/** A model that calls the tool `look` in every step but the last. */
function scripted() {
  let call = 0;
  return new MockLanguageModelV3({
    doGenerate: () => {
      call += 1;
      const last = call === steps;
      return Promise.resolve({
        content: last
          ? [{ type: 'text', text: 'done' }]
          : [{ type: 'tool-call', toolCallId: `c${call}`, toolName: 'look', input: '{"at":"x"}' }],
        finishReason: { unified: last ? 'stop' : 'tool-calls', raw: undefined },
        usage,
        warnings: [],
      });
    },
  });
}

const look = ({ at }) => `seen ${at}`;

const inputSchema = {
  type: 'object',
  properties: { at: { type: 'string' } },
  required: ['at'],
};

/** The kernel with a protocol that does what generateText does: call, act, append. */
function kernelProtocol(model) {
  return {
    name: 'bench',
    open: async () => [{ role: 'user', content: 'Go' }],
    async step(messages, context) {
      const tools = [{ name: 'look', description: 'Looks', inputSchema }];
      const request = { purpose: 'root', messages, tools };
      const { text, toolCalls = [] } = await callModel(model, request, context);
      const result = {
        actionType: toolCalls.length > 0 ? 'tool' : 'text',
        success: true,
        output: text,
        error: null,
        durationMs: 0,
        tokensUsed: 0,
        metadata: {},
      };
      if (toolCalls.length === 0) return { type: 'final', state: messages, result, answer: text };
      messages.push({ role: 'assistant', content: text, toolCalls });
      for (const { id, name, arguments: given } of toolCalls) {
        const content = look(JSON.parse(given));
        messages.push({ role: 'tool', callId: id, name, content });
        context.emit({ type: 'tool-result', callId: id });
      }
      return { type: 'continue', state: messages, result };
    },
  };
}

const contenders = {
  'the kernel': async () => {
    const { steps: taken } = await createRun(kernelProtocol(scripted()), null, { maxSteps: steps })
      .result;
    return taken;
  },
  'ai generateText': async () => {
    const result = await generateText({
      model: scripted(),
      prompt: 'Go',
      tools: {
        look: tool({
          description: 'Looks',
          inputSchema: z.object({ at: z.string() }),
          execute: look,
        }),
      },
      stopWhen: stepCountIs(steps),
    });
    return result.steps.length;
  },
};

const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
for (let round = -2; round < rounds; round += 1) {
  for (const [name, run] of Object.entries(contenders)) {
    const start = process.cpuUsage();
    const taken = await run();
    const { user, system } = process.cpuUsage(start);
    if (taken !== steps) throw new Error(`${name} took ${taken} steps instead of ${steps}`);
    if (round >= 0) times[name].push((user + system) / steps);
  }
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const [ours, theirs] = Object.values(times).map(median);
console.log(`${steps} steps a run, ${rounds} rounds, median of CPU microseconds a step`);
for (const [name, values] of Object.entries(times)) {
  console.log(`  ${name.padEnd(16)} ${median(values).toFixed(1)}`);
}
console.log(`  ratio (kernel / generateText): ${(ours / theirs).toFixed(2)}`);
