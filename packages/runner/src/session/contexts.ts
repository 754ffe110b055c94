import { REPLVariable, type ReplLanguage } from '@rlm/repl-types';
import { loadOnce, messageOf } from '@rlm/repl-types/internal';
import type { JsonValue, SandboxSession } from '@rlm/sandbox';

import type { ContextSource } from '../context/context-source.js';
import type { ContextDescription } from '../context/description.js';
import { ContextError } from '../errors.js';

/** Loaded for runs with contexts. */
const describing = /* @__PURE__ */ loadOnce(() => import('../context/describe-context.js'));

/** A context in a session: its source, and its descriptions for the model. */
interface HeldContext {
  readonly source: ContextSource;
  readonly variable: REPLVariable;
  /** What the prompt says about it. */
  readonly described: ContextDescription;
}

/** A context that was read. */
export interface ReadContext extends HeldContext {
  readonly value: JsonValue;
}

/**
 * What is kept of a context once the session has it: not the data, if its source can return it
 * again.
 */
export function keptContext(context: ReadContext): ReadContext {
  return context.source.data === undefined ? context : { ...context, value: null };
}

/** Reads contexts, each once. Throws `ContextError` for one that cannot be read. */
export async function readContexts(
  sources: readonly ContextSource[],
  language: ReplLanguage,
  abortSignal: AbortSignal,
): Promise<readonly ReadContext[]> {
  const contexts: ReadContext[] = [];
  for (const source of sources) {
    const value = await source.read(abortSignal);
    const variable = describe(source, value, language);
    const { describeContext } = await describing();
    const described = describeContext(variable, value, language);
    contexts.push({ source, variable, described, value });
  }
  return contexts;
}

function describe(
  { name, description, constraints }: ContextSource,
  value: JsonValue,
  language: ReplLanguage,
): REPLVariable {
  try {
    return REPLVariable.fromValue(name, value, { description, constraints, language });
  } catch (error) {
    const reason = messageOf(error);
    throw new ContextError(name, `it cannot be described: ${reason}`, error);
  }
}

/** Puts contexts into a session. Throws `ContextError` for one that the session cannot hold. */
export async function setContexts(
  session: SandboxSession,
  contexts: readonly ReadContext[],
  abortSignal: AbortSignal,
): Promise<void> {
  for (const { variable, value } of contexts) {
    try {
      await session.set(variable.name, value);
    } catch (error) {
      abortSignal.throwIfAborted();
      const reason = messageOf(error);
      throw new ContextError(variable.name, `${session.backend} cannot hold it: ${reason}`, error);
    }
  }
}
