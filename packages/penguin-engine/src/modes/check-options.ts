import { InvalidOptionError } from '../kernel/errors.js';
import { engineDefaults, type TaskOptions } from './options.js';

/** Throws `InvalidOptionError` for an option of the wrong type or range. */
export function checkEngineOptions(options: TaskOptions): void {
  const given: unknown = options;
  if (typeof given !== 'object' || given === null) {
    throw new InvalidOptionError('options', 'an object', given);
  }
  const { model, prompt, maxIterations, maxActionsPerTurn, profile, onSuspectedInjection } =
    options;
  const isModel = typeof model === 'function' || typeof (model as unknown) === 'object';
  check('model', isModel && (model as unknown) !== null, 'a model', model);
  check('prompt', typeof prompt === 'string', 'text', prompt);
  check(
    'maxIterations',
    isCount(maxIterations, 0),
    'a whole number from 0, or Infinity',
    maxIterations,
  );
  check(
    'maxActionsPerTurn',
    isCount(maxActionsPerTurn, 0),
    'a whole number from 0, or Infinity',
    maxActionsPerTurn,
  );
  check('profile', isOneOf(profile, ['strict', 'compat']), "'strict' or 'compat'", profile);
  check(
    'onSuspectedInjection',
    isOneOf(onSuspectedInjection, ['deny', 'ask', 'allow']),
    "'deny', 'ask' or 'allow'",
    onSuspectedInjection,
  );
  for (const name of ['maxResultChars', 'toolTimeoutMs', 'modelTimeoutMs'] as const) {
    const value = options[name];
    check(name, value === undefined || value > 0, 'a positive number', value);
  }
  for (const name of ['shouldStop', 'approve'] as const) {
    const value = options[name];
    check(name, value === undefined || typeof value === 'function', 'a function', value);
  }
  const maxTokens = options.contextWindow?.maxTokens ?? engineDefaults.maxContextTokens;
  check('contextWindow.maxTokens', maxTokens > 0, 'a positive number', maxTokens);
}

function check(option: string, isValid: boolean, expected: string, got: unknown): void {
  if (!isValid) throw new InvalidOptionError(option, expected, got);
}

function isCount(value: number | undefined, from: number): boolean {
  if (value === undefined || value === Infinity) return true;
  return Number.isInteger(value) && value >= from;
}

function isOneOf(value: string | undefined, words: readonly string[]): boolean {
  return value === undefined || words.includes(value);
}
