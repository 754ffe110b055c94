import { setTimeout as pause } from 'node:timers/promises';

import { defineTool, requiresApproval, suspend } from '@rlm/kernel';
import type { ModelReply, ModelRequest } from '@rlm/kernel/model';

import type { RunRlmOptions } from '../../src/index.js';

/**
 * What a run of the fleet does: `asks` has sub-queries in three steps, `waits` then asks a person, `tight` has a budget that its
 * sub-queries exceed, `broken` has a program that always throws.
 */
export type Kind = 'asks' | 'waits' | 'tight' | 'broken';

/** What a run of the fleet is created with. */
export interface FleetSpec {
  readonly kind: Kind;
  readonly name: string;
}

const steps = [0, 1, 2];

/** The limits of a run, which its spending must not exceed. */
export const limitsOf = (kind: Kind) => ({
  maxCalls: kind === 'tight' ? 7 : 200,
  maxTokens: 400_000,
  maxSubQueries: 100,
  timeoutMs: 600_000,
});

/** What a sub-query is answered with: everyone can check it. */
const replyTo = (content: string): string => `<${content}>`;

/** The sub-queries of a step. */
const asked = (name: string, step: number): readonly string[] =>
  [0, 1, 2, 3].map((index) => `${name} ${step}.${index}`);

/** The right answer of a run; undefined if it has none. */
export function answerOf({ kind, name }: FleetSpec): string | undefined {
  if (kind === 'tight' || kind === 'broken') return undefined;
  const replies = steps.flatMap((step) => asked(name, step).map(replyTo));
  return `${replies.join(' ')}${kind === 'waits' ? ' sent' : ''}`;
}

/** The sub-model of the processes: it takes its time, and sometimes it is busy. */
export async function answerSub(
  { messages }: ModelRequest,
  random: () => number,
): Promise<ModelReply> {
  await pause(20 + random() * 150);
  if (random() < 0.03)
    throw Object.assign(new Error('busy'), { statusCode: 429, retryAfterMs: 200 });
  if (random() < 0.01) throw Object.assign(new Error('it broke'), { statusCode: 500 });
  const text = replyTo(messages.at(-1)?.content ?? '');
  return { text, usage: { inputTokens: 5, outputTokens: 5 } };
}

/** The options of a run, without what its process provides: sub-model, sandbox, journal. */
export function optionsOf({ kind, name }: FleetSpec): Omit<RunRlmOptions, 'sandbox'> {
  return {
    model: async ({ messages }) => {
      await pause(20);
      return { text: nextCell(kind, name, messages), usage: { inputTokens: 20, outputTokens: 10 } };
    },
    subModel: () => Promise.reject(new Error('a replay asks nobody')),
    query: `Do ${name}`,
    context: `the context of ${name}`,
    maxSteps: 60,
    limits: limitsOf(kind),
    tools: [
      requiresApproval(defineTool({ name: 'send', description: 'Sends.', execute: () => 'sent' })),
    ],
    approve: () => suspend(),
  };
}

/** The next cell: a step that failed is done once more. */
function nextCell(kind: Kind, name: string, messages: ModelRequest['messages']): string {
  const text = messages.map(({ content }) => content).join('\n');
  const step = steps.find((each) => !text.includes(`${name} has step ${each}.`));
  if (step === undefined) {
    const parts = steps.map((each) => `...part${each}`).join(', ');
    const ending = kind === 'waits' ? ' + " " + (await send("it"))' : '';
    return `\`\`\`repl\nFINAL([${parts}].join(" ")${ending})\n\`\`\``;
  }
  const texts = JSON.stringify(asked(name, step));
  const code = `globalThis.part${step} = await Promise.all(${texts}.map((each) => llm_query(each)))`;
  return `\`\`\`repl\n${code}\nprint(${JSON.stringify(name)} + " has step ${step}.")\n\`\`\``;
}

/** Random numbers of a seed: xorshift. */
export function seeded(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}
