import type { StandardSchema } from '@rlm/penguin-engine';
import type { FinalDialect } from '@rlm/sandbox';

import { checkContext } from '../context/check-context.js';
import type { NamedContext } from '../context/context-value.js';
import { RlmOptionsError } from '../errors.js';
import { defaultRlmLimits, type RlmLimits } from './limits.js';
import { requireKnownOptions } from './known-options.js';
import { requireAmount, requireCount, requireMethod } from './require.js';
import { checkPolicies } from './resolve-policies.js';
import type { RlmOptions } from './run-options.js';
import { validateSettings } from './validate-settings.js';

const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;
const dialects: readonly FinalDialect[] = ['final', 'answer', 'submit'];

/** Names that the REPL itself defines. */
const reservedNames: readonly string[] = Object.freeze([
  'llm_query',
  'llm_query_batched',
  'rlm_query',
  'rlm_query_batched',
  'FINAL',
  'FINAL_VAR',
  'SUBMIT',
  'SHOW_VARS',
  'answer',
  'history',
  'print',
  'console',
]);

/** Throws `RlmOptionsError` for the first option that is missing or wrong. */
export function validateOptions(options: RlmOptions<StandardSchema | undefined>): void {
  if (typeof options !== 'object' || (options as unknown) === null) {
    throw new RlmOptionsError('options', 'an object', options);
  }
  requireKnownOptions(options);
  validateModels(options);
  requireMethod('sandbox', options.sandbox, 'open', 'a backend such as quickjs() or pyodide()');
  requireCount('maxSteps', options.maxSteps, 0);
  requireCount('maxDepth', options.maxDepth, 0);
  requireCount('minSteps', options.minSteps, 0);
  validateLimits(options.limits);
  validateNames(options);
  checkPolicies(options.policies ?? [], options.policyRegistry);
  for (const dialect of options.dialects ?? []) {
    if (!dialects.includes(dialect)) {
      throw new RlmOptionsError('dialects', `made of ${dialects.join(', ')}`, dialect);
    }
  }
  if (options.dialects?.length === 0) {
    throw new RlmOptionsError('dialects', 'at least one way to finish', options.dialects);
  }
  validateSettings(options);
}

function validateModels(options: RlmOptions<StandardSchema | undefined>): void {
  const lists = { model: [options.model].flat(), subModel: [options.subModel ?? []].flat() };
  if (lists.model.length === 0) throw new RlmOptionsError('model', 'a model', options.model);
  for (const [name, models] of Object.entries({
    ...lists,
    models: Object.values(options.models ?? {}),
  })) {
    for (const model of models) {
      const usable =
        typeof model === 'function' ||
        (typeof model === 'object' && (model as unknown) !== null && 'doGenerate' in model);
      if (!usable) throw new RlmOptionsError(name, 'a function or an AI SDK model object', model);
    }
  }
}

function validateLimits(limits: RlmLimits | undefined): void {
  const known = Object.keys(defaultRlmLimits);
  for (const [name, value] of Object.entries(limits ?? {}) as [string, unknown][]) {
    if (!known.includes(name)) {
      throw new RlmOptionsError(`limits.${name}`, `one of ${known.join(', ')}`, value);
    }
    if (value === undefined) continue;
    requireAmount(`limits.${name}`, value);
    if (name.startsWith('maxConcurrent') && (value as number) < 1) {
      throw new RlmOptionsError(`limits.${name}`, 'at least 1', value);
    }
  }
}

function validateNames(options: RlmOptions<StandardSchema | undefined>): void {
  if (options.context !== undefined && options.contexts !== undefined) {
    throw new RlmOptionsError('contexts', 'absent when there is a context', options.contexts);
  }
  if (options.context !== undefined) checkContext('context', options.context);
  for (const [name, context] of Object.entries(options.contexts ?? {})) {
    checkContext(`contexts.${name}.value`, (context as NamedContext | undefined)?.value);
  }
  const taken = new Set(reservedNames);
  const contexts = Object.keys(
    options.contexts ?? (options.context === undefined ? {} : { context: 0 }),
  );
  const tools = (options.tools ?? []).map(({ name }) => name);
  for (const [option, names] of [
    ['contexts', contexts],
    ['tools', tools],
  ] as const) {
    for (const name of names) {
      if (!identifier.test(name)) throw new RlmOptionsError(option, 'named by identifiers', name);
      if (taken.has(name))
        throw new RlmOptionsError(option, 'named unlike anything else in the REPL', name);
      taken.add(name);
    }
  }
  for (const tool of options.tools ?? [])
    requireMethod('tools', tool, 'execute', 'tools with execute()');
}
