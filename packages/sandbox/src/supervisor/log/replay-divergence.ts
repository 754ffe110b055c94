import { SandboxError } from '../../contract/errors.js';

/** A replayed cell did something else than its log says: code `replay_divergence`, with the place. */
export class ReplayDivergence extends SandboxError {
  constructor(cell: number, place: string, expected: unknown, actual: unknown) {
    super(
      'replay_divergence',
      `replay of cell ${cell} diverged at ${place}: expected ${brief(expected)}, got ${brief(actual)}`,
      { details: { cell, place } },
    );
  }
}

function brief(value: unknown): string {
  return (value === undefined ? 'nothing' : JSON.stringify(value)).slice(0, 200);
}
