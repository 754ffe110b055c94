import type { StandardSchema } from '@rlm/penguin-engine';
import type { JsonValue } from '@rlm/sandbox';

import { contextSource, type ContextSource } from '../context/context-source.js';
import { RlmOptionsError } from '../errors.js';
import { defaultRlmLimits } from '../options/limits.js';
import type { ModelChoice, RlmOptions, RunRlmOptions } from '../options/run-options.js';
import { validateOptions } from '../options/validate.js';
import type { ModelLike } from '@rlm/penguin-engine/model';
import type { RlmPlan } from './rlm-plan.js';
import { createTree, type StartChild } from './rlm-tree.js';

/** Turns of a run that names no `maxSteps`. */
const defaultMaxSteps = 30;

/** Levels of child runs below a run that names no `maxDepth`. */
const defaultMaxDepth = 1;

/** The plan of a root run. Throws `RlmOptionsError` when an option is missing or wrong. */
export function createPlan(
  options: RunRlmOptions<StandardSchema | undefined>,
  startChild: StartChild,
): RlmPlan {
  validateOptions(options);
  if (typeof options.query !== 'string' || options.query.trim() === '') {
    throw new RlmOptionsError('query', 'a question', options.query);
  }
  const limits = { ...defaultRlmLimits, ...definedFields(options.limits ?? {}) };
  return Object.freeze({
    options,
    query: options.query,
    sources: sourcesOf(options),
    depth: 0,
    model: modelAt(options.model, 0),
    subModel: modelAt(options.subModel ?? options.model, 0),
    schema: options.schema,
    maxSteps: options.maxSteps ?? defaultMaxSteps,
    maxDepth: options.maxDepth ?? defaultMaxDepth,
    limits,
    dialects: options.dialects ?? (['final', 'submit'] as const),
    clock: options.clock,
    tree: createTree(limits, startChild),
  });
}

/** The contexts of a run, each under its name. */
function sourcesOf(options: RlmOptions<StandardSchema | undefined>): readonly ContextSource[] {
  const { context, contexts, contextDescription } = options;
  if (contexts !== undefined) {
    return Object.entries(contexts).map(([name, named]) => contextSource(name, named));
  }
  if (context === undefined) return [];
  const described = contextDescription === undefined ? {} : { description: contextDescription };
  return [contextSource('context', { value: context, ...described })];
}

/** The plan of a child run: the same rules one level deeper, over its own question and context. */
export function childPlan(
  parent: RlmPlan,
  query: string,
  context: JsonValue,
  schema: StandardSchema | undefined,
): RlmPlan {
  const depth = parent.depth + 1;
  return Object.freeze({
    ...parent,
    query,
    sources: [contextSource('context', { value: context })],
    depth,
    model: modelAt(parent.options.model, depth),
    subModel: modelAt(parent.options.subModel ?? parent.options.model, depth),
    schema,
  });
}

function modelAt(choice: ModelChoice, depth: number): ModelLike {
  if (!isList(choice)) return choice;
  return choice[Math.min(depth, choice.length - 1)] ?? choice[0];
}

function isList(choice: ModelChoice): choice is readonly [ModelLike, ...ModelLike[]] {
  return Array.isArray(choice);
}

function definedFields<T extends object>(fields: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: NonNullable<T[Key]>;
  };
}
