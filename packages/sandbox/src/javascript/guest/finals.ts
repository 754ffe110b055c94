import { nullAnswerFault } from '../../contract/null-answer.js';
import { missingVariable } from '../../session/missing-variable.js';
import { brandOf, type Bridge } from './bridge.js';
import type { Calls } from './calls.js';
import {
  defineValue,
  GuestError,
  GuestReferenceError,
  GuestTypeError,
  globals,
  isArray,
  keys,
  toText,
} from './intrinsics.js';
import { toJson } from './json.js';
import { isIdentifier } from './text.js';
import { hasVariable, variableNames } from './variables.js';

/** FINAL, FINAL_VAR and SUBMIT, as cells call them, and the object `answer`, which is read when a cell ends. */
export interface Finals {
  readonly FINAL: (...args: unknown[]) => never;
  readonly FINAL_VAR: (...args: unknown[]) => never;
  readonly SUBMIT: (...args: unknown[]) => never;
  defineAnswer(): void;
  readAnswer(): void;
}

/** Makes {@link Finals} over a bridge. */
export function createFinals(
  bridge: Bridge,
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
  let answer: Record<string, unknown> = { content: '', ready: false };
  const defineAnswer = (): void => {
    defineValue(globals, 'answer', answer, false);
  };
  return {
    FINAL(...args) {
      const value = only(args, 'FINAL', 'an answer: FINAL(answer)');
      return finish('direct', '', 'FINAL', toJson(filled(value), 'FINAL', 'answer'));
    },
    FINAL_VAR(...args) {
      const name = only(args, 'FINAL_VAR', 'a name: FINAL_VAR("name")');
      if (typeof name !== 'string' || !isIdentifier(name)) {
        return finish('direct', '', 'FINAL_VAR', toJson(filled(name), 'FINAL_VAR', 'answer'));
      }
      if (!hasVariable(name)) {
        throw new GuestReferenceError(missingVariable(name, Array.from(variableNames())));
      }
      const value = filled(globals[name]);
      return finish('variable', name, 'FINAL_VAR', toJson(value, 'FINAL_VAR', name));
    },
    SUBMIT(...args) {
      const fields = args[0];
      if (args.length === 0 || fields === undefined) {
        throw new GuestTypeError('SUBMIT needs fields: SUBMIT({ answer })');
      }
      const value = args.length === 1 ? fields : args;
      const isFields = typeof value === 'object' && value !== null && !isArray(value);
      const json = toJson(filled(isFields ? value : { answer: value }), 'SUBMIT', 'fields');
      if (json === '{}') throw new GuestError('SUBMIT needs at least one field');
      return finish('submit', '', 'SUBMIT', json);
    },
    defineAnswer,
    readAnswer() {
      const value = globals['answer'];
      if (typeof value !== 'object' || value === null || isArray(value)) {
        bridge.print('stderr', 'answer must stay an object: { content, ready }; it was put back\n');
        defineAnswer();
        return;
      }
      answer = value as Record<string, unknown>;
      const { content, ready } = answer;
      if (ready !== true || content === '' || content === undefined || content === null) return;
      answer['ready'] = false;
      record('direct', '', toJson(content, 'the answer', 'answer.content'));
    },
  };
}

/** The one argument of a call. */
function only(args: readonly unknown[], name: string, usage: string): unknown {
  if (args.length === 1) return args[0];
  const fault =
    args.length === 0 ? ' needs ' : ' takes one value, got ' + toText(args.length) + '; it needs ';
  throw new GuestTypeError(name + fault + usage);
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
