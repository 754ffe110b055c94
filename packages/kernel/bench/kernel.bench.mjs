// What a step of the loop costs with a model that answers at once, beside the loop of the AI SDK: call, tool, result. Needs a build.
import { printRatios } from '@rlm/config/bench';
import { createRun } from '@rlm/kernel';
import { callModel } from '@rlm/kernel/model';
import { generateText, stepCountIs, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { z } from 'zod';

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};

/** A model that calls the tool `look` in every step but the last. */
function modelOf(steps) {
  let step = 0;
  return new MockLanguageModelV3({
    doGenerate: () => {
      const last = (step += 1) === steps;
      const call = { type: 'tool-call', toolCallId: `c${step}`, toolName: 'look', input: '{}' };
      return Promise.resolve({
        content: [last ? { type: 'text', text: 'done' } : call],
        finishReason: { unified: last ? 'stop' : 'tool-calls', raw: undefined },
        usage,
        warnings: [],
      });
    },
  });
}

/** A protocol that does what generateText does. */
function protocolOf(model) {
  const tools = [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }];
  return {
    name: 'bench',
    open: () => [{ role: 'user', content: 'Go' }],
    async step(messages, context) {
      const request = { purpose: 'root', messages, tools };
      const { text, toolCalls = [] } = await callModel(model, request, context);
      const actionType = toolCalls.length > 0 ? 'tool' : 'text';
      const head = { actionType, success: true, output: text, error: null };
      const result = { ...head, durationMs: 0, tokensUsed: 0, metadata: {} };
      if (toolCalls.length === 0) return { type: 'final', state: messages, result, answer: text };
      messages.push({ role: 'assistant', content: text, toolCalls });
      for (const { id, name } of toolCalls) {
        messages.push({ role: 'tool', callId: id, name, content: 'seen' });
        context.emit({ type: 'tool-result', callId: id });
      }
      return { type: 'continue', state: messages, result };
    },
  };
}

const look = tool({ inputSchema: z.object({}), execute: () => 'seen' });

await printRatios(
  [30, 200].map((steps) => ({
    what: `a step of the loop, of ${steps}`,
    ours: () => createRun(protocolOf(modelOf(steps)), null, { maxSteps: steps }).result,
    beside: 'a step of generateText',
    plain: () =>
      generateText({
        model: modelOf(steps),
        prompt: 'Go',
        tools: { look },
        stopWhen: stepCountIs(steps),
      }),
    count: steps,
    // V8 compiles the loops for as long as the first thousand steps.
    rounds: 60,
  })),
);
