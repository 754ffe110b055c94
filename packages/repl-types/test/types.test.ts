import { expect, expectTypeOf, it } from 'vitest';

import {
  type FinalSignal,
  type LlmCall,
  type REPLEntry,
  type REPLHistory,
  REPLResult,
  REPLVariable,
  RlmError,
  type AsyncDisposal,
} from '../src/index.js';
import { fields, text } from '../src/options/index.js';

/** Never called: its lines are checked by the compiler alone. */
export function optionsMustBeEntered(): void {
  // @ts-expect-error every option has a rule
  fields<{ a?: string; b?: number }>({ a: text });
  // @ts-expect-error and no other name
  fields<{ a?: string }>({ a: text, b: text });
  fields<{ a?: string }>({ a: text });
}

/** Never called: its lines are checked by the compiler alone. */
export function mustNotCompile(history: REPLHistory, entry: REPLEntry, result: REPLResult): void {
  // @ts-expect-error history is read-only
  history.length = 3;
  // @ts-expect-error so are its entries
  history.entries[0] = entry;
  // @ts-expect-error and theirs
  entry.code = 'x';
  // @ts-expect-error an entry has no such field
  history.append({ coed: 'x' });
  // @ts-expect-error a final signal is one of three
  new REPLResult({ finalOutput: { type: 'other' } });
  // @ts-expect-error an outcome is one of a closed union
  new REPLResult({ outcome: 'fine' });
  // @ts-expect-error locals are read-only
  result.locals['x'] = 1;
  // @ts-expect-error a variable has a type
  new REPLVariable({ name: 'x' });
  // @ts-expect-error REPLs speak Python or JavaScript
  REPLVariable.fromValue('x', 1, { language: 'ruby' });
  // @ts-expect-error an error has a code
  new RlmError('message', {});
  // @ts-expect-error output is cut in one of two ways
  entry.format({ truncate: 'tail' });
}

/** Never called: its lines are checked by the compiler alone. */
export function typesMustBeNarrow(): void {
  expectTypeOf<Extract<FinalSignal, { type: 'submit' }>['fields']>().toEqualTypeOf<
    Readonly<Record<string, unknown>>
  >();
  expectTypeOf<FinalSignal['type']>().toEqualTypeOf<'direct' | 'variable' | 'submit'>();
  // If the compiler knows what is disposable.
  expectTypeOf<AsyncDisposal>().toExtend<AsyncDisposable>();
  expectTypeOf<REPLEntry['llmCalls']>().toEqualTypeOf<readonly LlmCall[]>();
  expectTypeOf<REPLHistory['entries']>().toEqualTypeOf<readonly REPLEntry[]>();
}

it('an error keeps its literal code and its details', () => {
  const error = new RlmError('message', { code: 'lost', details: { at: 3 } });
  expectTypeOf(error.code).toEqualTypeOf<'lost'>();
  expectTypeOf(error.details).toEqualTypeOf<{ at: number } | undefined>();
  expect(error).toMatchObject({ code: 'lost', details: { at: 3 } });
});
