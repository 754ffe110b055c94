import { nullAnswerFault } from '../../contract/null-answer.js';
import { brandOf } from './brand.js';
import type { Bridge } from './bridge.js';
import type { Calls } from './calls.js';
import { isIdentifier } from './identifier.js';
import {
  GuestError,
  GuestReferenceError,
  GuestTypeError,
  isArray,
  keys,
  toText,
} from './intrinsics.js';
import { toJson } from './json.js';
import { missingVariable } from './missing-variable.js';
import type { Variables } from './variables.js';

/** FINAL, FINAL_VAR and SUBMIT, as guests call them. */
export interface Finals {
  readonly FINAL: (...args: unknown[]) => never;
  readonly FINAL_VAR: (...args: unknown[]) => never;
  readonly SUBMIT: (...args: unknown[]) => never;
  /** Records an answer without stopping; throws if it cannot be an answer. */
  readonly record: (kind: string, name: string, json: string) => void;
}

/** Makes {@link Finals} over a bridge. */
export function createFinals(
  bridge: Bridge,
  variables: Variables,
  calls: Pick<Calls, 'open'>,
  acceptsNull: boolean,
): Finals {
  const record = (kind: string, name: string, json: string): void => {
    const refusal = bridge.final(kind, name, json, calls.open());
    if (refusal !== undefined) throw new GuestTypeError('the answer cannot be taken: ' + refusal);
  };
  const finish = (kind: string, name: string, owner: string, json: string): never => {
    const fault = acceptsNull ? undefined : nullAnswerFault(json, owner, 'null');
    if (fault !== undefined) throw new GuestTypeError(fault);
    record(kind, name, json);
    // The host has the answer. The engine ends this loop, and no `catch` sees it.
    for (;;);
  };
  return {
    record,
    FINAL(...args) {
      const answer = only(args, 'FINAL', 'an answer: FINAL(answer)');
      return finish('direct', '', 'FINAL', toJson(filled(answer), 'FINAL', 'answer'));
    },
    FINAL_VAR(...args) {
      const name = only(args, 'FINAL_VAR', 'a name: FINAL_VAR("name")');
      if (typeof name !== 'string' || !isIdentifier(name)) {
        return finish('direct', '', 'FINAL_VAR', toJson(filled(name), 'FINAL_VAR', 'answer'));
      }
      if (!variables.has(name)) {
        throw new GuestReferenceError(missingVariable(name, variables.names()));
      }
      const value = filled(variables.read(name));
      return finish('variable', name, 'FINAL_VAR', toJson(value, 'FINAL_VAR', name));
    },
    SUBMIT(...args) {
      const fields = args[0];
      if (args.length === 0 || fields === undefined) {
        throw new GuestTypeError('SUBMIT needs fields: SUBMIT({ answer })');
      }
      const isFields =
        args.length === 1 && typeof fields === 'object' && fields !== null && !isArray(fields);
      const answer = args.length === 1 ? fields : args;
      const json = toJson(filled(isFields ? fields : { answer }), 'SUBMIT', 'fields');
      if (json === '{}') throw new GuestError('SUBMIT needs at least one field');
      return finish('submit', '', 'SUBMIT', json);
    },
  };
}

/** The one argument of a call. */
function only(args: readonly unknown[], name: string, usage: string): unknown {
  if (args.length === 0) throw new GuestTypeError(name + ' needs ' + usage);
  if (args.length > 1) {
    throw new GuestTypeError(
      name + ' takes one value, got ' + toText(args.length) + '; it needs ' + usage,
    );
  }
  return args[0];
}

/** An answer; null for the field `answer` that is undefined and alone, of which JSON leaves nothing. */
function filled(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || brandOf(answer) !== 'plain') return answer;
  const names = keys(answer);
  const isUnset =
    names.length === 1 &&
    names[0] === 'answer' &&
    (answer as { readonly answer: unknown }).answer === undefined;
  return isUnset ? { answer: null } : answer;
}
