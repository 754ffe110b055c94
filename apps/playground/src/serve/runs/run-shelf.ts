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

/** The runs in memory, the oldest first. */
export interface RunShelf {
  find(id: string): LiveRun | undefined;
  all(): readonly LiveRun[];
  /** Throws where a client, or all together, may begin no other run. */
  requireRoom(client: string): void;
  /** Puts a run in, and gives those that are forgotten for it. */
  put(run: LiveRun): readonly LiveRun[];
  drop(id: string): void;
}

/** Keeps runs within limits: those that ended are forgotten, the oldest first. */
export function createRunShelf(limits: ShelfLimits): RunShelf {
  const runs = new Map<string, LiveRun>();

  const tooMany = (): boolean => {
    const characters = [...runs.values()].reduce((sum, { log }) => sum + log.characters, 0);
    return runs.size > limits.kept || characters > limits.keptCharacters;
  };

  return {
    find: (id) => runs.get(id),
    all: () => [...runs.values()],
    requireRoom(client) {
      const running = [...runs.values()].filter(
        ({ hasEnded, parts }) => !hasEnded && !parts.isReplay,
      );
      const hisOwn = running.filter(({ parts }) => parts.client === client);
      if (hisOwn.length >= limits.runningPerClient) {
        throw new ProblemError(
          'busy',
          `you have ${hisOwn.length} runs under way, and may have no more: stop one, or wait until one ends`,
          { 'Retry-After': '5' },
        );
      }
      if (running.length >= limits.running) {
        throw new ProblemError(
          'busy',
          `${running.length} runs are under way, which is all that this server takes: try again when one has ended`,
          { 'Retry-After': '5' },
        );
      }
    },
    put(run) {
      runs.delete(run.parts.id);
      runs.set(run.parts.id, run);
      const forgotten: LiveRun[] = [];
      for (const old of [...runs.values()]) {
        if (!tooMany()) break;
        if (old === run || !old.hasEnded || old.isWatched) continue;
        runs.delete(old.parts.id);
        forgotten.push(old);
      }
      return forgotten;
    },
    drop(id) {
      runs.delete(id);
    },
  };
}
