import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { createRun } from '../../src/index.js';
import { callModel, type ModelReply, type ModelRequest } from '../../src/model/index.js';
import { addUsage, normaliseUsage } from '../../src/model/usage.js';
import { countingProtocol } from '../helpers.js';

interface Vector<Input, Expected> {
  readonly name: string;
  readonly input: Input;
  readonly expected: Expected;
  readonly expected_head?: Expected;
  readonly prefer?: string;
}

function vectorsOf<Input, Expected>(suite: string): readonly Vector<Input, Expected>[] {
  const file = join(import.meta.dirname, `../vectors/${suite}.json`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector<Input, Expected>[] }).vectors;
}

interface RetryInput {
  readonly streaming: boolean;
  readonly replies: readonly (string | null)[];
  readonly emit_chunks?: readonly (readonly string[])[];
  readonly pending_tool_call?: boolean;
}

interface RetryResult {
  readonly text?: string;
  readonly raises?: string;
  readonly attempts: readonly { readonly stream: boolean; readonly tools: boolean }[];
  readonly streamed: readonly string[];
}

/** The row's provider as a model object that says how it was called. */
function recordingModel({ replies, emit_chunks: chunks, pending_tool_call: pending }: RetryInput) {
  const attempts: { stream: boolean; tools: boolean }[] = [];
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  const call = { type: 'tool-call', toolCallId: 'c', toolName: 'look', input: '{}' };
  const next = (stream: boolean, { tools }: { tools?: unknown }): string => {
    attempts.push({ stream, tools: tools !== undefined });
    return replies[attempts.length - 1] ?? '';
  };
  const model = {
    specificationVersion: 'v2',
    provider: 'row',
    modelId: 'row',
    doGenerate: (options: { tools?: unknown }) => {
      const text = next(false, options);
      const content = [{ type: 'text', text }, ...(pending === true ? [call] : [])];
      return Promise.resolve({ content, usage, finishReason: 'stop' });
    },
    doStream: (options: { tools?: unknown }) => {
      const text = next(true, options);
      const pieces = chunks?.[attempts.length - 1] ?? (text === '' ? [] : [text]);
      const stream = new ReadableStream({
        start(controller) {
          for (const delta of pieces) controller.enqueue({ type: 'text-delta', id: 't', delta });
          controller.enqueue({ type: 'finish', usage, finishReason: 'stop' });
          controller.close();
        },
      });
      return Promise.resolve({ stream });
    },
  } as const;
  return { attempts, model };
}

const errorNames: Readonly<Record<string, string>> = {
  LLMEmptyResponseError: 'llm_empty_response_error',
};

describe('callModel on the rows of llm_retry', () => {
  it.each(vectorsOf<RetryInput, RetryResult>('llm_retry'))('$name', async (vector) => {
    const { input } = vector;
    const want =
      vector.prefer === 'head' ? (vector.expected_head ?? vector.expected) : vector.expected;
    const { attempts, model } = recordingModel(input);
    const streamed: string[] = [];
    const request: ModelRequest = {
      purpose: 'root',
      messages: [{ role: 'user', content: 'Hi' }],
      tools: [{ name: 'look', description: 'Looks', inputSchema: { type: 'object' } }],
    };
    const onText = (delta: string): undefined => void streamed.push(delta);
    let reply: ModelReply | undefined;
    const protocol = countingProtocol(async (_, context) => {
      reply = await callModel(model, request, context, input.streaming ? { onText } : {});
      return { final: '' };
    });
    const outcome = await createRun(protocol, null).result;
    if (want.raises === undefined) expect(reply?.text).toBe(want.text);
    else
      expect(outcome).toMatchObject({ status: 'failed', stop: { code: errorNames[want.raises] } });
    expect(attempts).toEqual(want.attempts);
    expect(streamed).toEqual(want.streamed);
  });
});

interface Totals {
  readonly input_tokens?: number;
  readonly output_tokens?: number;
  readonly total_tokens: number;
  readonly cost?: number;
}

describe('normaliseUsage', () => {
  it('takes the cost from where the AI SDK puts what a provider said', () => {
    const usage = { inputTokens: { total: 10 }, outputTokens: { total: 5 }, raw: { cost: 0.25 } };
    const used = { inputTokens: 10, outputTokens: 5 };
    expect(normaliseUsage(usage)).toEqual({ ...used, costUsd: 0.25 });
    expect(normaliseUsage({ ...usage, raw: { cost: 'much' } })).toEqual(used);
  });
});

describe('usage on the rows of usage_accumulation', () => {
  it.each(vectorsOf<{ usages: readonly unknown[] }, readonly Totals[]>('usage_accumulation'))(
    '$name',
    ({ input, expected }) => {
      let sum = {};
      const totals = input.usages.map((usage) => {
        const used = (sum = addUsage(sum, normaliseUsage(usage)));
        const { inputTokens, outputTokens, costUsd } = used as Partial<Record<string, number>>;
        return { inputTokens, outputTokens, costUsd };
      });
      expected.forEach((want, index) => {
        const { inputTokens = 0, outputTokens = 0, costUsd } = totals[index] ?? {};
        expect(inputTokens + outputTokens).toBe(want.total_tokens);
        if (want.output_tokens !== undefined) expect(outputTokens).toBe(want.output_tokens);
        if (want.input_tokens !== undefined) expect(inputTokens).toBe(want.input_tokens);
        expect(costUsd).toBe(want.cost);
      });
    },
  );
});

interface StreamStep {
  readonly op: 'chunk' | 'finalize';
  readonly text?: string;
}

interface StreamState {
  readonly events?: readonly { readonly chunk: string }[];
  readonly message?: { readonly content: string; readonly was_empty: boolean } | null;
}

/** Rows of streaming_state that are not followed, with the reason. */
const skipped: Readonly<Record<string, string>> = {
  double_finalize: 'a reply is a value here: there is nothing that could be finalized twice',
};

describe('callModel on the rows of streaming_state', () => {
  for (const { name, input, expected } of vectorsOf<
    { steps: readonly StreamStep[] },
    readonly StreamState[]
  >('streaming_state')) {
    const reason = skipped[name];
    if (reason !== undefined) {
      it.skip(`${name} (skipped: ${reason})`);
      continue;
    }
    it(name, async () => {
      const messages = messagesOf(input.steps, expected);
      for (const { chunks, want } of messages) {
        const streamed: string[] = [];
        const onText = (delta: string): undefined => void streamed.push(delta);
        const model = async function* (): AsyncGenerator<string> {
          await Promise.resolve();
          yield* chunks;
        };
        let reply: ModelReply | undefined;
        const protocol = countingProtocol(async (_, context) => {
          reply = await callModel(model, { purpose: 'root', messages: [] }, context, { onText });
          return { final: '' };
        });
        const outcome = await createRun(protocol, null).result;
        if (want.was_empty) {
          // No placeholder text is put into the model's mouth: an empty reply is a typed error.
          expect(outcome).toMatchObject({ stop: { code: 'llm_empty_response_error' } });
          expect(reply).toBeUndefined();
        } else {
          expect(reply?.text).toBe(want.content);
          expect(streamed).toEqual(chunks);
        }
      }
    });
  }
});

function messagesOf(steps: readonly StreamStep[], expected: readonly StreamState[]) {
  const messages: { chunks: string[]; want: { content: string; was_empty: boolean } }[] = [];
  let chunks: string[] = [];
  steps.forEach((step, index) => {
    if (step.op === 'chunk') {
      chunks.push(step.text ?? '');
      return;
    }
    const want = expected[index]?.message;
    if (want) messages.push({ chunks, want });
    chunks = [];
  });
  return messages;
}
