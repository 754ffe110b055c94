import { SandboxError } from '../../contract/errors.js';

/** A replayed cell did something else than its log says: code `replay_divergence`, with the place. */
export class ReplayDivergence extends SandboxError {
  constructor(cell: number, place: string, recorded: unknown, requested: unknown) {
    super(
      'replay_divergence',
      `replay of cell ${cell} diverged at ${place}: the log recorded ${brief(recorded)}, and the cell gave ${brief(requested)}`,
      { details: { cell, place } },
    );
  }
}

function brief(value: unknown): string {
  return (value === undefined ? 'nothing' : JSON.stringify(value)).slice(0, 200);
}
