import type { FinalSignal } from '@rlm/repl-types';

import { RlmError } from '@rlm/repl-types';
import { finalSignalKey } from '@rlm/repl-types/internal';

/**
 * Thrown by {@link FINAL}, {@link FINAL_VAR} and {@link SUBMIT}, to leave any depth of calls in the host's own
 * JavaScript. It is control flow, not a fault: if a tool, a sub-model or another host function throws it, it ends the
 * run that called that function.
 */
export class FinalOutput extends Error {
  override readonly name: string = 'FinalOutput';
  /** The call, with its arguments. */
  readonly output: FinalSignal;

  constructor(output: FinalSignal) {
    super('The run has ended');
    this.output = Object.freeze(output);
    // For code that must recognise it without this class.
    Object.defineProperty(this, finalSignalKey, { value: this.output });
  }
}

/** The error of a call that lacks its argument. It ends no run. */
function noAnswer(call: string): RlmError<'no_answer'> {
  return new RlmError(`No answer: call ${call}`, { code: 'no_answer' });
}

/**
 * Ends the run with `answer`, which is required but may be empty. Always throws a {@link FinalOutput}.
 *
 * @throws `RlmError` with code `no_answer` if it is called without an argument.
 */
export function FINAL(...given: [answer: unknown]): never {
  if ((given as readonly unknown[]).length === 0) throw noAnswer('FINAL(answer)');
  throw new FinalOutput({ type: 'direct', answer: given[0] });
}

/** Ends the run with the value of the REPL variable `name`. Always throws a {@link FinalOutput}. */
export function FINAL_VAR(name: string): never {
  throw new FinalOutput({ type: 'variable', var: name });
}

/**
 * Ends the run with named fields, at least one. Always throws a {@link FinalOutput}.
 *
 * @throws `RlmError` with code `no_answer` if there are no fields.
 */
export function SUBMIT(fields: Readonly<Record<string, unknown>>): never {
  const given = typeof fields === 'object' ? { ...fields } : {};
  if (Object.keys(given).length === 0) throw noAnswer('SUBMIT({ answer })');
  throw new FinalOutput({ type: 'submit', fields: Object.freeze(given) });
}
