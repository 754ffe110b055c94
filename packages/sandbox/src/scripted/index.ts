import {
  checkOptions,
  fields,
  listOf,
  oneOf,
  rule,
  text,
  trueOrFalse,
  type OptionRule,
} from '@rlm/repl-types/options';
import { anyOf, callable, checkOption, refuseOption } from '@rlm/repl-types/internal';

import type { SandboxBackend } from '../contract/session.js';
import { createSandbox } from '../session/create-sandbox.js';
import { ScriptedChild } from './child.js';
import type { ScriptedOptions, ScriptedStep } from './script.js';

const stepsRule: OptionRule = listOf(
  anyOf(
    text,
    callable,
    rule('a cell', (value) => typeof value === 'object' && value !== null),
  ),
);

const optionsRule: OptionRule = fields<ScriptedOptions>({
  language: oneOf('python', 'javascript'),
  repeatLast: trueOrFalse,
});

export type { ScriptedStep, ScriptedCell, ScriptedGuest, ScriptedOptions } from './script.js';

/**
 * A backend that runs nothing: each cell, whatever its code, does what the next step of the script says. For tests, and
 * as an example of the smallest backend. Every session starts the script from the beginning.
 *
 * @example
 * const backend = scripted(['42\n', { final: { type: 'direct', answer: 'done' } }]);
 */
export function scripted(
  steps: readonly ScriptedStep[] = [],
  options: ScriptedOptions = {},
): SandboxBackend {
  checkOption('steps', steps, stepsRule, refuseOption);
  checkOptions(options, optionsRule, refuseOption);
  const script = Object.freeze([...steps]);
  return createSandbox({
    name: 'scripted',
    language: options.language ?? 'python',
    capabilities: { snapshot: true, survivesTimeout: true },
    instructions: () => 'The REPL plays a script: what a cell says does not matter.',
    build: () => Promise.resolve('1'),
    spawn: (start) => new ScriptedChild(script, options, start),
  });
}
