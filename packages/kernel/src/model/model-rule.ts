import type { OptionRule } from '@rlm/repl-types/options';
import { describeValue, mismatch, unexpected } from '@rlm/repl-types/internal';

const versions: readonly unknown[] = ['v2', 'v3', 'v4'];

/**
 * The rule for an option that takes a model: a function, or an AI SDK model object of a known
 * version, or the name of a model. A provider is refused with what to write instead.
 */
export const modelRule: OptionRule = {
  expected: 'an AI SDK model object, its name or a function',
  find(value, option) {
    const expected = modelRule.expected;
    if (isProvider(value)) {
      const call = typeof value === 'function' ? 'Call it' : 'Call its languageModel()';
      const advice = `${call} with a model id: provider${typeof value === 'function' ? '' : '.languageModel'}('gpt-5-mini').`;
      return mismatch(option, expected, 'a provider', advice);
    }
    if (isModel(value)) return undefined;
    if (typeof value === 'string' && value.trim() === '')
      return mismatch(option, expected, describeValue(value), 'A name is like openai/gpt-5-mini.');
    const version = versionOf(value);
    if (version === undefined || versions.includes(version))
      return unexpected(option, expected, value);
    const advice = `Its specificationVersion is ${JSON.stringify(version)}, and the supported ones are v2, v3 and v4.`;
    return mismatch(option, expected, describeValue(value), advice);
  },
};

/** What `createOpenAI()`, `createOpenAICompatible()` or a registry of providers gives: it makes models, and is none. */
function isProvider(value: unknown): boolean {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  try {
    const { languageModel, chatModel, doGenerate } = value as Record<string, unknown>;
    const makesModels = typeof languageModel === 'function' || typeof chatModel === 'function';
    return makesModels && typeof doGenerate !== 'function';
  } catch {
    return false;
  }
}

function isModel(value: unknown): boolean {
  if (typeof value === 'function') return true;
  if (typeof value === 'string') return value.trim() !== '';
  if (typeof value !== 'object' || value === null) return false;
  const { doGenerate, doStream } = value as Record<string, unknown>;
  return (
    versions.includes(versionOf(value)) &&
    typeof doGenerate === 'function' &&
    typeof doStream === 'function'
  );
}

function versionOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)['specificationVersion']
    : undefined;
}
