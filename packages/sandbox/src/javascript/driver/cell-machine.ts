import type { CallResultFrame, DoneFrame, GuestError } from '../../contract/frames.js';
import type { SandboxLimits } from '../../contract/limits.js';

/** Whether the promise of a cell's code is settled. */
type CellState = 'running' | 'fulfilled' | 'rejected';

/** The interpreter that a cell runs in. Its methods throw what the guest threw, or that it was stopped. */
export interface CellMachine {
  readonly limits: SandboxLimits;
  readonly dialects: readonly string[];
  /** Sets the guest's clock for a cell, and makes room for it. */
  begin(nowMs: number): void;
  /** Requests something that the guest's own code must be able to answer even if its memory is full. */
  tell(operation: string, ...args: readonly (string | number | boolean)[]): string;
  /** Starts a transformed cell, and runs it until nothing is left to run. */
  run(code: string, file: string): void;
  /** Gives the guest the result of a call, and runs it until nothing is left to run. */
  settle(call: number, outcome: CallResultFrame['outcome']): void;
  /** Removes what a cell left behind to run. */
  drain(): void;
  state(): CellState;
  /** The text of the value that the cell's promise was fulfilled with; empty for undefined. */
  show(most: number): string;
  /** Lets go of the cell's promise. */
  release(): void;
  /** JSON text of `{ type, message, stack }` of an error that a method threw; undefined if it is not one of the guest. */
  readThrown(thrown: unknown): string | undefined;
  /** How a cell ends that failed with an error, which may say that there was no memory left. */
  judge(error: GuestError): Pick<DoneFrame, 'status' | 'error'>;
}
