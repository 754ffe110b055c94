import { settingNames } from '@rlm/kernel/internal';

import type { PromptMessage } from './prompt.js';

/** What an AI SDK model is called with, as far as it matters here. */
export interface LanguageModelCall {
  readonly prompt: readonly PromptMessage[];
  readonly abortSignal?: AbortSignal | undefined;
}

/** What a caller asked for and does not get. */
export interface CallWarning {
  readonly type: 'unsupported';
  readonly feature: string;
  readonly details?: string;
}

/** Settings of a call that belong to the models of the RLM, and what to do instead. */
const settings = [
  'maxOutputTokens',
  'temperature',
  'topP',
  'topK',
  'presencePenalty',
  'frequencyPenalty',
  'stopSequences',
  'seed',
  'reasoning',
];
const notHere = 'Set it on the models that the RLM is given.';

function whereElse(name: string): string {
  const place = settingNames[name];
  return place === undefined ? notHere : `Give the RLM ${place}.`;
}

/** One warning for each part of a call that an RLM cannot do. */
export function warningsFor(call: LanguageModelCall): CallWarning[] {
  const given = call as unknown as Readonly<Record<string, unknown>>;
  const warnings = settings
    .filter((name) => given[name] !== undefined)
    .map((feature): CallWarning => ({ type: 'unsupported', feature, details: whereElse(feature) }));
  const warn = (feature: string, details: string): void =>
    void warnings.push({ type: 'unsupported', feature, details });
  if (Array.isArray(given['tools']) && given['tools'].length > 0) {
    warn('tools', 'Give the RLM its tools with its option tools.');
  }
  const { type } = (given['responseFormat'] ?? {}) as { readonly type?: unknown };
  if (type === 'json') warn('responseFormat', 'Give the RLM a schema with its option schema.');
  if (call.prompt.some(({ content }) => hasFiles(content))) {
    warn('files', 'Only the text of a message is read; give files as context.');
  }
  return warnings;
}

function hasFiles(content: unknown): boolean {
  if (!Array.isArray(content)) return false;
  return content.some((part: { readonly type?: unknown } | null) => part?.type === 'file');
}
