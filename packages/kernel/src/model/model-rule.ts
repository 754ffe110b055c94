import { rule, type OptionRule } from '@rlm/repl-types/options';
import { advised } from '@rlm/repl-types/internal';

const versions: readonly unknown[] = ['v2', 'v3', 'v4'];

/**
 * The rule for an option that takes a model: a function, or an AI SDK model object of a known
 * version.
 */
export const modelRule: OptionRule = /* @__PURE__ */ advised(
  /* @__PURE__ */ rule('a function or an AI SDK model object', isModel),
  (value) => {
    const version = versionOf(value);
    if (version === undefined || versions.includes(version)) return undefined;
    return `Its specificationVersion is ${JSON.stringify(version)}, and the supported ones are v2, v3 and v4.`;
  },
);

function isModel(value: unknown): boolean {
  if (typeof value === 'function') return true;
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
