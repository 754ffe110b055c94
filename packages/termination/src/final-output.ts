import type { FinalSignal } from '@rlm/repl-types';

/**
 * What {@link FINAL}, {@link FINAL_VAR} and {@link SUBMIT} throw, to leave any depth of calls in code
 * that runs in the host's own JavaScript. It is control flow, not a fault.
 */
export class FinalOutput extends Error {
  override readonly name: string = 'FinalOutput';
  /** The call, and what it was called with. */
  readonly output: FinalSignal;

  constructor(output: FinalSignal) {
    super('The run has ended');
    this.output = Object.freeze(output);
  }
}

/** Ends the run with `answer`. Always throws a {@link FinalOutput}. */
export function FINAL(answer: unknown): never {
  throw new FinalOutput({ type: 'direct', answer });
}

/** Ends the run with the value of the REPL's variable `name`. Always throws a {@link FinalOutput}. */
export function FINAL_VAR(name: string): never {
  throw new FinalOutput({ type: 'variable', var: name });
}

/** Ends the run with named fields. Always throws a {@link FinalOutput}. */
export function SUBMIT(fields: Readonly<Record<string, unknown>>): never {
  throw new FinalOutput({ type: 'submit', fields: Object.freeze({ ...fields }) });
}
