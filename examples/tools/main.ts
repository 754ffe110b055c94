import { createInterface } from 'node:readline/promises';

import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { scriptedModel } from '@rlm/kernel/testing';
import { defineTool, runResponse } from '@rlm/penguin-engine';
import { tool } from 'ai';
import { z } from 'zod';

const stock = new Map([
  ['lamp', 3],
  ['chair', 0],
]);

// A tool of your own: it works in `runRlm` too, as a function that code calls.
const countStock = defineTool({
  name: 'count_stock',
  description: 'Says how many of a thing are in stock.',
  input: z.object({ thing: z.string() }),
  execute({ thing }) {
    const count = stock.get(thing);
    // What a tool throws is shown to the model, which may try again.
    if (count === undefined)
      throw new Error(`There is no ${thing}. Known: ${[...stock.keys()].join(', ')}`);
    return { thing, count };
  },
});

// A tool of the AI SDK is used as it is.
const order = tool({
  description: 'Orders a thing.',
  inputSchema: z.object({ thing: z.string(), amount: z.number().int().positive() }),
  needsApproval: ({ amount }) => amount > 10,
  execute: async ({ thing, amount }, { abortSignal, toolCallId }) => {
    abortSignal?.throwIfAborted();
    stock.set(thing, (stock.get(thing) ?? 0) + amount);
    return { receipt: `R-${toolCallId}`, thing, amount };
  },
  toModelOutput: ({ output }) => ({
    type: 'text',
    value: `ordered ${output.amount} x ${output.thing}`,
  }),
});

// MODEL=qwen3 asks a real model. Without it, these replies are played.
const { MODEL, BASE_URL = 'http://127.0.0.1:11434/v1' } = process.env;
const call = (id: string, name: string, args: object) => ({ id, name, arguments: args });
const script = scriptedModel([
  { text: '', toolCalls: [call('1', 'count_stock', { thing: 'chairs' })] },
  { text: '', toolCalls: [call('2', 'count_stock', { thing: 'chair' })] },
  {
    text: 'None left.',
    toolCalls: [
      call('3', 'order', { thing: 'chair', amount: 20 }),
      call('4', 'order', { thing: 'chair', amount: 4 }),
    ],
  },
  'There was no chair. I ordered 4; 20 were not approved.',
]);
const model = MODEL
  ? createOpenAICompatible({ name: 'openai-compatible', baseURL: BASE_URL })(MODEL)
  : script;

/** Asks a person at a terminal; without one, says no. */
async function approve({ action, arguments: input }: { action: string; arguments: unknown }) {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const reply = await terminal.question(`${action} ${JSON.stringify(input)}? [y/N] `);
  terminal.close();
  return reply.toLowerCase() === 'y';
}

const run = runResponse({
  model,
  prompt: 'Do we have chairs? If not, order some.',
  tools: { count_stock: countStock, order },
  approve,
});
for await (const event of run) {
  if (event.type !== 'action-end') continue;
  const { action, result, status } = event.record;
  console.log(`${action} ${status}: ${result}`);
}
const { assistantResponse, status, error } = await run.result;
console.log(status === 'completed' ? assistantResponse : `${status}: ${error ?? ''}`);
