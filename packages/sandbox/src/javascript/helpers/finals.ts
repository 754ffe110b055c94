import { nullAnswerFault } from '../../contract/null-answer.js';
import { missingVariable } from '../../session/missing-variable.js';
import { brandOf, bridge } from './bridge.js';
import { openCalls } from './calls.js';
import {
  defineValue,
  NativeError,
  NativeReferenceError,
  NativeTypeError,
  globals,
  isArray,
  keys,
  toText,
} from './intrinsics.js';
import { toJson } from './json.js';
import { addName } from './names.js';
import { write } from './printing.js';
import { isIdentifier } from './text.js';
import { hasVariable, variableNames } from './variables.js';

let acceptsNull = false;
let answer: Record<string, unknown> = { content: '', ready: false };

/** Defines how code ends a run, in the ways that are asked for. */
export function defineFinals(dialects: readonly string[], nullIsAnswer: boolean): void {
  acceptsNull = nullIsAnswer;
  if (dialects.includes('final')) {
    addName('FINAL', FINAL, 'function');
    addName('FINAL_VAR', FINAL_VAR, 'function');
  }
  if (dialects.includes('submit')) addName('SUBMIT', SUBMIT, 'function');
  if (dialects.includes('answer')) defineAnswer();
}

function FINAL(...args: unknown[]): never {
  const value = only(args, 'FINAL', 'an answer: FINAL(answer)');
  return finish('direct', '', 'FINAL', toJson(filled(value), 'FINAL', 'answer'));
}

function FINAL_VAR(...args: unknown[]): never {
  const name = only(args, 'FINAL_VAR', 'a name: FINAL_VAR("name")');
  if (typeof name !== 'string' || !isIdentifier(name)) {
    return finish('direct', '', 'FINAL_VAR', toJson(filled(name), 'FINAL_VAR', 'answer'));
  }
  if (!hasVariable(name)) {
    throw new NativeReferenceError(missingVariable(name, Array.from(variableNames())));
  }
  const value = filled(globals[name]);
  return finish('variable', name, 'FINAL_VAR', toJson(value, 'FINAL_VAR', name));
}

function SUBMIT(...args: unknown[]): never {
  const fields = args[0];
  if (args.length === 0 || fields === undefined) {
    throw new NativeTypeError('SUBMIT needs fields: SUBMIT({ answer })');
  }
  const value = args.length === 1 ? fields : args;
  const isFields = typeof value === 'object' && value !== null && !isArray(value);
  const json = toJson(filled(isFields ? value : { answer: value }), 'SUBMIT', 'fields');
  if (json === '{}') throw new NativeError('SUBMIT needs at least one field');
  return finish('submit', '', 'SUBMIT', json);
}

function finish(kind: string, name: string, owner: string, json: string): never {
  const fault = acceptsNull ? undefined : nullAnswerFault(json, owner, 'null');
  if (fault !== undefined) throw new NativeTypeError(fault);
  record(kind, name, json);
  // The host has the answer. The interpreter ends this loop, and no `catch` sees it.
  for (;;);
}

function record(kind: string, name: string, json: string): void {
  const refusal = bridge.final(kind, name, json, openCalls());
  if (refusal !== undefined) throw new NativeTypeError('the answer cannot be taken: ' + refusal);
}

function defineAnswer(): void {
  defineValue(globals, 'answer', answer, false);
}

/** Reads the object `answer` when a cell has ended. Code of the user may run. */
export function readAnswer(): void {
  const value = globals['answer'];
  if (typeof value !== 'object' || value === null || isArray(value)) {
    write('stderr', 'answer must stay an object: { content, ready }; it was put back');
    defineAnswer();
    return;
  }
  answer = value as Record<string, unknown>;
  const { content, ready } = answer;
  if (ready !== true || content === '' || content === undefined || content === null) return;
  answer['ready'] = false;
  record('direct', '', toJson(content, 'the answer', 'answer.content'));
}

/** The one argument of a call. */
function only(args: readonly unknown[], name: string, usage: string): unknown {
  if (args.length === 1) return args[0];
  const fault =
    args.length === 0 ? ' needs ' : ' takes one value, got ' + toText(args.length) + '; it needs ';
  throw new NativeTypeError(name + fault + usage);
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
