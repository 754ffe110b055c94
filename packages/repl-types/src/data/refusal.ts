import type { DataFault } from './data-error.js';

/** Why a part is no data, in words that follow its path. */
export class Refusal extends Error {
  readonly fault: DataFault;
  readonly problem: string;
  /** Of what is too large: how much was counted. */
  readonly count: number | undefined;

  constructor(fault: DataFault, problem: string, count?: number) {
    super(problem);
    this.fault = fault;
    this.problem = problem;
    this.count = count;
  }
}
