import type { REPLResult } from '@rlm/repl-types';
import { helperNames } from '@rlm/sandbox/internal';

import { replFunctions } from '../../repl-functions.js';
import { hintOf } from './hint.js';
import { renderStop } from './render-stop.js';
import { notRun, type NotRun } from '../not-run.js';
import type { Notice } from '../../run/notice.js';
import type { BlockRun } from '../run-blocks.js';
import type { RlmState } from '../../run/state.js';
import { hasValue } from '../../session/variables.js';

/** How much of what model and guest wrote is read for a hint, in characters: rules are not to take longer than their reading. */
const readChars = { error: 1_000, line: 500, code: 10_000 };

/** What is said of a turn's last block. */
export interface LookBack {
  /** Where it stopped, and what did not run, in a line; empty if that says nothing new. */
  readonly stop: string;
  readonly hints: readonly Notice[];
  /** Names that the blocks so far were to set, and did not. */
  readonly unset: RlmState['unset'];
}

/** What a block did not run, and what mends its fault. */
export function lookBackAt(
  { code, result }: BlockRun,
  state: Pick<RlmState, 'plan' | 'host' | 'variables' | 'unset'>,
): LookBack {
  const { plan, host } = state;
  const { language } = plan.options.sandbox;
  const set = [...state.variables.values()].filter(hasValue);
  const isSet = (name: string): boolean => set.some((variable) => variable.name === name);
  const stop = notRun(code, result, language);
  const left = stop === null ? null : { ...stop, names: stop.names.filter((name) => !isSet(name)) };
  const hint = hintOf(
    {
      language,
      code: code.slice(0, readChars.code),
      result,
      error: errorOf(result).slice(0, readChars.error),
      line: lineOf(code, stop).slice(0, readChars.line),
      types: new Map(
        [...host.contexts, ...set].map(({ name, typeName }) => [name, typeName] as const),
      ),
      unset: state.unset,
      functions: [
        ...replFunctions,
        ...plan.dialects.flatMap(({ guestNames }) => guestNames),
        ...plan.tools.names,
        ...(plan.options.sandbox.capabilities.helpers === true ? helperNames : []),
      ],
      contexts: host.contexts.map(({ name }) => name),
    },
    result.gaps.stdout.length > 0,
    new Map(host.contexts.map(({ name, totalLength }) => [name, totalLength])),
  );
  const unset = [...state.unset, ...(left?.names ?? [])].filter((name) => !isSet(name));
  return {
    stop: renderStop(left),
    hints: hint === null ? [] : [hint],
    unset: new Set(unset.slice(-100)),
  };
}

function errorOf({ error }: REPLResult): string {
  return error === undefined ? '' : `${error.type}: ${error.message}`;
}

function lineOf(code: string, stop: NotRun | null): string {
  return stop === null ? '' : (code.split('\n')[stop.line - 1] ?? '');
}
