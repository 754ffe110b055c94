/** A cell that ran again did something else than its log says. */
export class ReplayDivergence extends Error {
  constructor(cell: number, place: string, recorded: unknown, requested: unknown) {
    super(
      `replay of cell ${cell} diverged at ${place}: the log recorded ${brief(recorded)}, and the cell gave ${brief(requested)}`,
    );
  }
}

function brief(value: unknown): string {
  return (value === undefined ? 'nothing' : JSON.stringify(value)).slice(0, 200);
}
