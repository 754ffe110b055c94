import { nextTurn } from './next-turn.js';

/** Thrown when work needs more steps than it may take. */
export class TooMuchWorkError extends Error {
  override name = 'TooMuchWorkError';
}

/**
 * Work on words of others: of a guest, a model or a server. Every loop over them goes through `each` or `eachInTurns`, so
 * that neither their number nor their length decides for how long the thread is held.
 */
export interface BoundedWork {
  /** Counts steps. Throws {@link TooMuchWorkError} if there are more than the work may take. */
  spend(steps: number): void;
  /** The items, for a loop that cannot wait. Each costs a step, or as many as `stepsOf` says. */
  each<Item>(items: Iterable<Item>, stepsOf?: (item: Item) => number): Iterable<Item>;
  /** The same for a loop that can wait: it lets go of the thread, so that the host's other work goes on. */
  eachInTurns<Item>(items: Iterable<Item>, stepsOf?: (item: Item) => number): AsyncIterable<Item>;
  /** Undefined as long as the thread was not held for long; else a promise that resolves in a turn of its own. */
  turn(): Promise<void> | undefined;
}

/** The steps after which work lets go of the thread: some ten milliseconds. */
const stepsAtOnce = 30_000;

/** Reading this many characters takes as long as one step. */
const charsPerStep = 50;

/** The steps that it takes to read a text of this many characters: to search, to copy, to write or parse it as JSON. */
export function stepsOfText(chars: number): number {
  return 1 + Math.floor(chars / charsPerStep);
}

/** Options of {@link createBoundedWork}. */
export interface WorkOptions {
  /** All steps that it may take. Default: as many as it needs, so that it only lets go of the thread. */
  readonly maxSteps?: number;
}

/** Creates {@link BoundedWork}. A step is the work on one small value: a third of a microsecond. */
export function createBoundedWork({ maxSteps = Infinity }: WorkOptions = {}): BoundedWork {
  let left = maxSteps;
  let since = 0;
  const work: BoundedWork = {
    spend(steps) {
      left -= steps;
      since += steps;
      if (left < 0) throw new TooMuchWorkError('It takes too much work');
    },
    *each(items, stepsOf = oneStep) {
      for (const item of items) {
        work.spend(stepsOf(item));
        yield item;
      }
    },
    async *eachInTurns(items, stepsOf = oneStep) {
      for (const item of items) {
        const turn = work.turn();
        if (turn !== undefined) await turn;
        work.spend(stepsOf(item));
        yield item;
      }
    },
    turn() {
      if (since < stepsAtOnce) return undefined;
      since = 0;
      return nextTurn();
    },
  };
  return work;
}

const oneStep = (): number => 1;
