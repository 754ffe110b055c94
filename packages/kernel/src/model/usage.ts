import { definedFields, isRecord } from '@rlm/repl-types/internal';

import type { ModelUsage } from './types.js';

/**
 * The usage that a provider reported, however it spells it: `inputTokens`, `input_tokens` and
 * `prompt_tokens`, as a number or as an object with a `total`. A field that is not a number is left
 * out. Impossible numbers of tokens (below zero, infinite) become 0, which is not believed later.
 * If only a total is known, what is not output is input. The AI SDK holds what a provider reports
 * about cost under `raw`.
 */
export function normaliseUsage(reported: unknown): ModelUsage {
  if (typeof reported !== 'object' || reported === null) return {};
  const fields = reported as Readonly<Record<string, unknown>>;
  const pick = (...names: readonly string[]): number | undefined => {
    for (const name of names) {
      const amount = amountOf(fields[name]);
      if (amount !== undefined) return amount;
    }
    return undefined;
  };
  const pickTokens = (...names: readonly string[]): number | undefined =>
    pick(...names) ?? (names.some((name) => isNumber(fields[name])) ? 0 : undefined);
  const outputTokens = pickTokens(
    'outputTokens',
    'output_tokens',
    'completionTokens',
    'completion_tokens',
  );
  const total = pickTokens('totalTokens', 'total_tokens');
  const rest = total === undefined ? undefined : Math.max(0, total - (outputTokens ?? 0));
  const inputTokens =
    pickTokens('inputTokens', 'input_tokens', 'promptTokens', 'prompt_tokens') ?? rest;
  const cached = cachedIn(fields);
  const costUsd = pick('costUsd', 'cost_usd', 'cost') ?? fieldOf(fields['raw'], 'cost');
  return definedFields({
    inputTokens,
    cachedInputTokens: cached === 0 ? undefined : cached,
    outputTokens,
    costUsd,
  });
}

/** Output that no text accounts for, beside that of texts with many tokens for few characters. */
const muchOutput = 1_000;

/**
 * Whether a reply used tokens for reasoning that was not `shown`: the provider reported reasoning
 * and most of it is missing, or it reported far more output than has arrived.
 */
export function hidesReasoning(reported: unknown, usage: ModelUsage, shown: number): boolean {
  const fields = isRecord(reported) ? reported : {};
  const reasoning =
    amountOf(fields['reasoningTokens']) ??
    fieldOf(fields['outputTokens'], 'reasoning') ??
    fieldOf(fields['output_tokens_details'], 'reasoning_tokens') ??
    fieldOf(fields['completion_tokens_details'], 'reasoning_tokens') ??
    0;
  const missing = Math.max(usage.outputTokens ?? 0, reasoning) - shown;
  return reasoning > 0 ? missing > reasoning / 2 : missing > 3 * shown + muchOutput;
}

/** The sum of two usages; a field that only one of them has is taken from it. An estimate in one makes the sum one. */
export function addUsage(one: ModelUsage, other: ModelUsage): ModelUsage {
  const sum = (key: Exclude<keyof ModelUsage, 'estimated'>): number | undefined =>
    one[key] === undefined && other[key] === undefined
      ? undefined
      : (one[key] ?? 0) + (other[key] ?? 0);
  return definedFields({
    inputTokens: sum('inputTokens'),
    cachedInputTokens: sum('cachedInputTokens'),
    outputTokens: sum('outputTokens'),
    costUsd: sum('costUsd'),
    estimated: one.estimated ?? other.estimated,
  });
}

/**
 * Input tokens that came from the provider's cache: `cachedInputTokens` (AI SDK V2), `inputTokens.cacheRead` (V3, V4), or
 * `cached_tokens` of the details that OpenAI's APIs report.
 */
function cachedIn(fields: Readonly<Record<string, unknown>>): number | undefined {
  return (
    amountOf(fields['cachedInputTokens']) ??
    fieldOf(fields['inputTokens'], 'cacheRead') ??
    fieldOf(fields['input_tokens_details'], 'cached_tokens') ??
    fieldOf(fields['prompt_tokens_details'], 'cached_tokens')
  );
}

function fieldOf(value: unknown, name: string): number | undefined {
  return isRecord(value) ? amountOf(value[name]) : undefined;
}

function isNumber(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'number';
  return isNumber((value as { readonly total?: unknown }).total);
}

function amountOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  return amountOf((value as { readonly total?: unknown }).total);
}
