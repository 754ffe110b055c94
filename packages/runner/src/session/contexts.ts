import { REPLVariable } from '@rlm/repl-types';
import type { JsonValue, SandboxSession } from '@rlm/sandbox';

import { ContextError } from '../errors.js';
import type { RlmPlan } from '../plan/rlm-plan.js';

/** A context that was read, and how the model is told of it. */
export interface ReadContext {
  readonly variable: REPLVariable;
  readonly value: JsonValue;
}

/** Reads a plan's contexts, each once. Throws `ContextError` for one that cannot be read. */
export async function readContexts(
  { sources, options }: RlmPlan,
  abortSignal: AbortSignal,
): Promise<readonly ReadContext[]> {
  const contexts: ReadContext[] = [];
  for (const source of sources) {
    const value = await source.read(abortSignal);
    const { name, description, constraints } = source;
    const { language } = options.sandbox;
    const variable = REPLVariable.fromValue(name, value, { description, constraints, language });
    contexts.push({ variable, value });
  }
  return contexts;
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
      const reason = error instanceof Error ? error.message : String(error);
      throw new ContextError(variable.name, `${session.backend} cannot hold it: ${reason}`, error);
    }
  }
}
