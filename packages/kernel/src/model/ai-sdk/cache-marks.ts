import type { ModelMessage } from '../../contract/model-message.js';
import type { ModelSettings } from '../settings.js';
import type { LanguageModelLike } from '../types.js';

type ProviderOptions = NonNullable<ModelSettings['providerOptions']>;

/** A message of a prompt, which may have a mark. */
export type MarkedMessage = ModelMessage & { readonly providerOptions?: ProviderOptions };

/** A mark by the provider that reads it; others ignore it. `names` are those under which a user sets it for a whole call. */
interface CacheMark {
  readonly provider: string;
  readonly names: readonly string[];
  readonly mark: Readonly<Record<string, unknown>>;
  /** Whether this model may get it. */
  readonly fits: (model: LanguageModelLike) => boolean;
}

const marks: readonly CacheMark[] = [
  {
    // Vertex, OpenRouter and gateways read this one too.
    provider: 'anthropic',
    names: ['cacheControl', 'cache_control'],
    mark: { cacheControl: { type: 'ephemeral' } },
    fits: () => true,
  },
  {
    provider: 'bedrock',
    names: ['cachePoint'],
    mark: { cachePoint: { type: 'default' } },
    // Bedrock refuses a call that marks the prompt of a model without a cache.
    fits: ({ provider, modelId }) => /bedrock/i.test(provider) && /claude|nova/i.test(modelId),
  },
];

/**
 * A prompt with the marks up to which a provider keeps it: the end of the system text, the end of the last prompt, which this one extends,
 * and its own end, which the next one extends. Those are three at most; Anthropic and Bedrock take four. A provider whose mark the user set
 * for the whole call gets none from here.
 */
export function markPrompt(
  prompt: readonly ModelMessage[],
  model: LanguageModelLike,
  { providerOptions = {} }: ModelSettings = {},
): readonly MarkedMessage[] {
  const own = marks.filter(
    ({ provider, names, fits }) =>
      fits(model) && !names.some((name) => name in (providerOptions[provider] ?? {})),
  );
  if (own.length === 0) return prompt;
  const added = Object.fromEntries(own.map(({ provider, mark }) => [provider, mark]));
  const ends = endsOf(prompt);
  return prompt.map((message, at) =>
    ends.has(at) ? { ...message, providerOptions: added } : message,
  );
}

/** Returns the indices of the messages at which a part ends that other prompts begin with. */
function endsOf(prompt: readonly ModelMessage[]): ReadonlySet<number> {
  const firstOther = prompt.findIndex(({ role }) => role !== 'system');
  const system = (firstOther === -1 ? prompt.length : firstOther) - 1;
  const lastReply = prompt.findLastIndex(({ role }) => role === 'assistant');
  return new Set([system, lastReply - 1, prompt.length - 1]);
}
