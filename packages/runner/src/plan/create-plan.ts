import type { StandardSchema } from '@rlm/kernel';
import { defaultBackend } from '@rlm/sandbox/internal';
import { createSemaphore, definedFields, type Semaphore } from '@rlm/repl-types/internal';

import { contextSource, type ContextSource } from '../context/context-source.js';
import { conversationDescription, conversationName } from '../context/conversation.js';
import { resolveDialects } from '../options/dialects.js';
import { defaultRlmLimits, type WholeLimits } from '../options/limits.js';
import type { RlmOptions, RunRlmOptions } from '../options/run-options.js';
import { createInFlight } from '../run/in-flight.js';
import { toToolSet } from '../options/tool.js';
import { defaultMaxDepth, modelsAt } from '../options/models-at.js';
import type { RlmPlan, RlmTree, StartChild } from '../run/rlm-plan.js';

/** Turns of a run that names no `maxSteps`. */
const defaultMaxSteps = 30;

/**
 * The plan of a root run, of options that were checked; `sources` are the contexts of the options, unless they are given.
 * `earlier`: the last of the other messages.
 */
export function createPlan(
  options: RunRlmOptions<StandardSchema | undefined>,
  startChild: StartChild,
  sources: readonly ContextSource[] = sourcesOf(options),
  earlier = '',
): RlmPlan {
  const limits = { ...defaultRlmLimits, ...definedFields(options.limits ?? {}) };
  return Object.freeze({
    options: { ...options, sandbox: options.sandbox ?? defaultBackend },
    query: options.query,
    earlier,
    sources,
    depth: 0,
    ...modelsAt(options, 0),
    schema: options.schema,
    tools: toToolSet(options.tools ?? []),
    maxSteps: options.maxSteps ?? defaultMaxSteps,
    maxDepth: options.maxDepth ?? defaultMaxDepth,
    limits,
    dialects: resolveDialects(options.dialects),
    clock: options.clock,
    snapshots: options.snapshots !== 'none',
    coverageAbove: undefined,
    tree: createTree(limits, startChild),
  });
}

/** The contexts of a run, each under its name. Throws `InvalidOptionError` for data that JSON cannot hold. */
export function sourcesOf(
  options: RlmOptions<StandardSchema | undefined>,
): readonly ContextSource[] {
  const { context, contexts, contextDescription, sandboxLimits, coverage } = options;
  const { sandbox = defaultBackend } = options;
  const place = { option: 'context', sandbox, sandboxLimits, coverage };
  if (contexts !== undefined) {
    return Object.entries(contexts).map(([name, named]) =>
      contextSource(name, named, { ...place, option: `contexts.${name}.value` }),
    );
  }
  if (context === undefined) return [];
  return [contextSource('context', { value: context, description: contextDescription }, place)];
}

/** The messages but for the question, as a context. */
export function conversationSource(
  text: string,
  { sandbox = defaultBackend, sandboxLimits, coverage }: RlmOptions<StandardSchema | undefined>,
): ContextSource {
  const place = { option: 'messages', sandbox, sandboxLimits, coverage };
  return contextSource(
    conversationName,
    { value: text, description: conversationDescription },
    place,
  );
}

/** The shared part of a new tree of runs. */
function createTree(limits: WholeLimits, startChild: StartChild): RlmTree {
  const semaphores = new Map<number, Semaphore>();
  return {
    queries: createSemaphore(limits.maxConcurrentQueries),
    children(depth) {
      const semaphore = semaphores.get(depth) ?? createSemaphore(limits.maxConcurrentRuns);
      semaphores.set(depth, semaphore);
      return semaphore;
    },
    inFlight: createInFlight(),
    closers: new Set(),
    startChild,
  };
}
