import { REPLVariable, type ReplLanguage, ContextError } from '@rlm/repl-types';
import { messageOf } from '@rlm/repl-types/internal';
import type { JsonValue, LongText, SandboxSession } from '@rlm/sandbox';
import { defaultLimits, isLongText } from '@rlm/sandbox/internal';

import type { ContextSource } from '../context/context-source.js';
import type { ContextData } from '../context/context-value.js';
import { describeContext } from '../context/describe-context.js';
import type { ContextDescription } from '../context/description.js';
import { isFile } from '../context/is-source.js';
import { describeFile } from '../context/long-context.js';
import { requireRoom } from '../context/require-room.js';
import type { RlmPlan } from '../run/rlm-plan.js';

/** A context in a session: its source, and its descriptions for the model. */
interface HeldContext {
  readonly source: ContextSource;
  readonly variable: REPLVariable;
  /** What the prompt says about it. */
  readonly described: ContextDescription;
}

/** A context that was read. */
export interface ReadContext extends HeldContext {
  readonly value: ContextData;
}

/** What is kept of a context once the session has it. */
export interface KeptContext extends HeldContext {
  /** Null if its source can return it again, or if it is no string. */
  readonly value: JsonValue;
}

/**
 * What is kept of a context once the session has it: not the data, if its source can return it
 * again.
 */
export function keptContext({ value, ...held }: ReadContext): KeptContext {
  const isKept = held.source.data === undefined && !isLongText(value);
  return { value: isKept ? value : null, ...held };
}

/** The texts in files among contexts. */
export function filesOf(contexts: readonly ReadContext[]): readonly LongText[] {
  return contexts.map(({ value }) => value).filter(isFile);
}

/**
 * Reads contexts, each once, for a session of a plan.
 *
 * @param isOpen Whether the session is open already.
 * @throws ContextError for one that cannot be read; InvalidOptionError for more than the session can hold
 */
export async function readContexts(
  sources: readonly ContextSource[],
  { sandbox, sandboxLimits }: RlmPlan['options'],
  abortSignal: AbortSignal,
  isOpen = false,
): Promise<readonly ReadContext[]> {
  const { language } = sandbox;
  const memoryBytes = sandboxLimits?.memoryBytes ?? defaultLimits.memoryBytes;
  const reader = { sandbox, memoryBytes, isOpen };
  const contexts: ReadContext[] = [];
  let length = 0;
  for (const source of sources) {
    const value = await source.read(abortSignal);
    const variable = isLongText(value)
      ? describeFile(source, value, reader)
      : describe(source, value, language);
    length += variable.totalLength;
    const described = describeContext(variable, value, language);
    contexts.push({ source, variable, described, value });
  }
  // No character takes more than eight bytes.
  if (length * 8 > memoryBytes) requireRoom(contexts, reader);
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
      await session.set(variable.name, value, { isReserved: true });
    } catch (error) {
      abortSignal.throwIfAborted();
      const reason = messageOf(error);
      throw new ContextError(variable.name, `${session.backend} cannot hold it: ${reason}`, error);
    }
  }
}
