import type { DataFault } from './data-error.js';

/** Why a part is not data. The `problem` completes a sentence that begins with the part's path. */
export class Refusal extends Error {
  readonly fault: DataFault;
  readonly problem: string;
  /** For a part that is too large: how much was counted. */
  readonly count: number | undefined;

  constructor(fault: DataFault, problem: string, count?: number) {
    super(problem);
    this.fault = fault;
    this.problem = problem;
    this.count = count;
  }
}
