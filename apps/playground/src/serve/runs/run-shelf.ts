import { ProblemError } from '../http/problem.js';
import type { LiveRun, OnGrowth } from './live-run.js';

/** How many runs there may be at a time. */
export interface ShelfLimits {
  /** That go on. */
  readonly running: number;
  readonly runningPerClient: number;
  /** That are played again from their journals. */
  readonly replayed: number;
  /** That are in memory, and the bytes that all of them keep there, beside texts that the library counts. */
  readonly kept: number;
  readonly keptBytes: number;
}

/** The place of a run that is about to begin. */
export interface Place {
  /** Reserves space for a text that is about to be read. Throws if it does not fit, even after runs are forgotten. */
  reserve(bytes: number): void;
  /** The run has begun, or will not. */
  leave(): void;
}

/** The runs in memory, the oldest first. */
export interface RunShelf {
  find(id: string): LiveRun | undefined;
  all(): readonly LiveRun[];
  /** Keeps a place for a run that is about to begin. Throws where a client, or all together, may begin no other. */
  take(client: string): Place;
  /** The same for a run that is played again. */
  takeReplay(): Place;
  /** Puts a run in; others may be forgotten for it. */
  put(run: LiveRun): void;
  /** Forgets runs that ended when one keeps more than before; stops it if that is not enough. */
  readonly grow: OnGrowth;
  drop(id: string): void;
}

/**
 * Keeps runs within limits: those that ended are forgotten, the oldest first.
 *
 * @param onForget Called with each run that is forgotten.
 */
export function createRunShelf(limits: ShelfLimits, onForget: (run: LiveRun) => void): RunShelf {
  const runs = new Map<string, LiveRun>();
  const places = new Set<{ readonly client: string | undefined; bytes: number }>();

  const keptBytes = (other?: LiveRun): number => {
    const all = new Set(runs.values());
    if (other !== undefined) all.add(other);
    let bytes = 0;
    for (const run of all) bytes += run.keptBytes;
    for (const place of places) bytes += place.bytes;
    return bytes;
  };
  /** Forgets the oldest of those that ended while there is too much. */
  const forget = (isTooMuch: () => boolean, but?: LiveRun): void => {
    for (const old of [...runs.values()]) {
      if (!isTooMuch()) return;
      if (old === but || !old.hasEnded || old.isWatched) continue;
      runs.delete(old.parts.id);
      onForget(old);
    }
  };
  const enter = (client: string | undefined): Place => {
    const place = { client, bytes: 0 };
    places.add(place);
    return {
      reserve(bytes) {
        const isTooMuch = (): boolean => keptBytes() + bytes > limits.keptBytes;
        forget(isTooMuch);
        if (isTooMuch()) {
          throw new ProblemError(
            'busy',
            `the text of this run does not fit (${mega(bytes)}): runs in memory may keep ${mega(limits.keptBytes)} together. Try again when others have ended, or show it in the terminal (rlm show)`,
            { 'Retry-After': '5' },
          );
        }
        place.bytes += bytes;
      },
      leave: () => void places.delete(place),
    };
  };
  const under = (isReplay: boolean): readonly LiveRun[] =>
    [...runs.values()].filter(
      ({ hasEnded, parts }) => !hasEnded && (parts.replayOf !== undefined) === isReplay,
    );

  return {
    find: (id) => runs.get(id),
    all: () => [...runs.values()],
    take(client) {
      const waiting = [...places].flatMap((place) => place.client ?? []);
      const all = [...under(false).map(({ parts }) => parts.client), ...waiting];
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
      return enter(client);
    },
    takeReplay() {
      const waiting = [...places].filter(({ client }) => client === undefined).length;
      if (under(true).length + waiting >= limits.replayed) {
        throw new ProblemError(
          'busy',
          `${limits.replayed} kept runs are being read again, which is all that this server does at once: try again when one is there`,
          { 'Retry-After': '2' },
        );
      }
      return enter(undefined);
    },
    put(run) {
      runs.delete(run.parts.id);
      runs.set(run.parts.id, run);
      forget(() => runs.size > limits.kept || keptBytes() > limits.keptBytes, run);
    },
    grow: (run) => {
      const isTooMuch = (): boolean => keptBytes(run) > limits.keptBytes;
      forget(isTooMuch, run);
      if (isTooMuch() && !run.hasEnded) {
        run.stop(
          'the events of all runs are more than this server keeps: remove runs, and resume it',
        );
      }
    },
    drop(id) {
      runs.delete(id);
    },
  };
}

const mega = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;
