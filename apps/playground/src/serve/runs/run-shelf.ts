import { ProblemError } from '../http/problem.js';
import type { LiveRun } from './live-run.js';

/** How many runs there may be at a time. */
export interface ShelfLimits {
  /** That go on. */
  readonly running: number;
  readonly runningPerClient: number;
  /** That are kept in memory, and the characters of their events. */
  readonly kept: number;
  readonly keptCharacters: number;
}

/** The place of a run that is about to begin. */
interface Place {
  /** The run has begun, or will not. */
  leave(): void;
}

/** The runs in memory, the oldest first. */
export interface RunShelf {
  find(id: string): LiveRun | undefined;
  all(): readonly LiveRun[];
  /** Keeps a place for a run that is about to begin. Throws where a client, or all together, may begin no other. */
  take(client: string): Place;
  /** Puts a run in; others may be forgotten for it. */
  put(run: LiveRun): void;
  drop(id: string): void;
}

/**
 * Keeps runs within limits: those that ended are forgotten, the oldest first.
 *
 * @param onForget Told of each that is.
 */
export function createRunShelf(limits: ShelfLimits, onForget: (run: LiveRun) => void): RunShelf {
  const runs = new Map<string, LiveRun>();
  const places = new Map<object, string>();

  const tooMany = (): boolean => {
    const characters = [...runs.values()].reduce((sum, { log }) => sum + log.characters, 0);
    return runs.size > limits.kept || characters > limits.keptCharacters;
  };

  return {
    find: (id) => runs.get(id),
    all: () => [...runs.values()],
    take(client) {
      const running = [...runs.values()].filter(
        ({ hasEnded, parts }) => !hasEnded && parts.replayOf === undefined,
      );
      const all = [...running.map(({ parts }) => parts.client), ...places.values()];
      const hisOwn = all.filter((each) => each === client).length;
      if (hisOwn >= limits.runningPerClient) {
        throw new ProblemError(
          'busy',
          `you have ${hisOwn} runs under way, and may have no more: stop one, or wait until one ends`,
          { 'Retry-After': '5' },
        );
      }
      if (all.length >= limits.running) {
        throw new ProblemError(
          'busy',
          `${all.length} runs are under way, which is all that this server takes: try again when one has ended`,
          { 'Retry-After': '5' },
        );
      }
      const place = {};
      places.set(place, client);
      return { leave: () => void places.delete(place) };
    },
    put(run) {
      runs.delete(run.parts.id);
      runs.set(run.parts.id, run);
      for (const old of [...runs.values()]) {
        if (!tooMany()) break;
        if (old === run || !old.hasEnded || old.isWatched) continue;
        runs.delete(old.parts.id);
        onForget(old);
      }
    },
    drop(id) {
      runs.delete(id);
    },
  };
}
