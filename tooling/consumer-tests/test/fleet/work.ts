import { defineTool, requiresApproval, suspend } from '@rlm/kernel';
import type { ModelRequest } from '@rlm/kernel/model';
import type { RunRlmOptions } from '@rlm/runner';

/**
 * What a run of the fleet does: `asks` has sub-queries in three steps, `waits` then asks a person, `tight` has a budget that its
 * sub-queries do not fit, `broken` has a program that always throws.
 */
export type Kind = 'asks' | 'waits' | 'tight' | 'broken';

/** What a run of the fleet is created with. */
export interface FleetSpec {
  readonly kind: Kind;
  readonly name: string;
}

const steps = 3;
const asksPerStep = 4;

/** The limits of a run, which its spending must not exceed. */
export const limitsOf = (kind: Kind) => ({
  maxCalls: kind === 'tight' ? 7 : 200,
  maxTokens: 400_000,
  maxSubQueries: 100,
  timeoutMs: 600_000,
});

/** What a sub-query is answered with: everyone can check it. */
const replyTo = (content: string): string => `<${content}>`;

const asked = (name: string, step: number): readonly string[] =>
  Array.from({ length: asksPerStep }, (_, index) => `${name} ${step}.${index}`);

/** The right answer of a run; undefined if it has none. */
export function answerOf({ kind, name }: FleetSpec): string | undefined {
  if (kind === 'tight' || kind === 'broken') return undefined;
  const replies = Array.from({ length: steps }, (_, step) => asked(name, step).map(replyTo));
  return `${replies.flat().join(' ')}${kind === 'waits' ? ' sent' : ''}`;
}

/** The sub-model of the processes: it takes its time, and sometimes it is busy. */
export async function answerSub(
  { messages }: ModelRequest,
  random: () => number,
): Promise<{ text: string; usage: object }> {
  const content = messages.at(-1)?.content ?? '';
  await pause(20 + random() * 150);
  if (random() < 0.03)
    throw Object.assign(new Error('busy'), { statusCode: 429, retryAfterMs: 200 });
  if (random() < 0.01) throw Object.assign(new Error('it broke'), { statusCode: 500 });
  return { text: replyTo(content), usage: { inputTokens: 5, outputTokens: 5 } };
}

/** The options of a run, but what its process gives: sub-model, sandbox, journal. */
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
  const said = messages.map(({ content }) => content).join('\n');
  const step = Array.from({ length: steps }, (_, each) => each).find(
    (each) => !said.includes(`${name} has step ${each}.`),
  );
  if (step !== undefined) {
    const texts = JSON.stringify(asked(name, step));
    const code = `globalThis.part${step} = await Promise.all(${texts}.map((each) => llm_query(each)))`;
    return `\`\`\`repl\n${code}\nprint(${JSON.stringify(name)} + " has step ${step}.")\n\`\`\``;
  }
  const parts = Array.from({ length: steps }, (_, each) => `...part${each}`).join(', ');
  const ending = kind === 'waits' ? ' + " " + (await send("it"))' : '';
  return `\`\`\`repl\nFINAL([${parts}].join(" ")${ending})\n\`\`\``;
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

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
