import { createByteQuota } from '@rlm/repl-types/internal';
import type { JsonValue } from '@rlm/sandbox';

import { maxKeptBytes } from '../kept-bytes.js';
import type { CoverageStrips } from './coverage-strips.js';
import type { CoverageFigures, RlmCoverage } from './coverage.js';
import { createTracker, type CoverageTracker, type Reader } from './tracker.js';

/**
 * Tracks what a run reads, for its steps and sub-queries. A failure ends the tracking, and nothing
 * else.
 */
export interface CoverageWatch {
  /** Begins to index, before anything is read. */
  prepare(): void;
  /** The figures when it was last settled; undefined once it has failed. */
  readonly figures: CoverageFigures | undefined;
  /** Takes a text that was read; it is processed while the run goes on. */
  read(text: string, reader: Reader, isAgain?: boolean): void;
  /** Whether too many texts wait to be processed for more to be read now. */
  readonly isBehind: boolean;
  /** Waits until all texts have been processed. */
  settle(): Promise<void>;
  /** The parts of the contexts that were read; null if the tracking has failed. */
  strips(): Promise<CoverageStrips | null>;
  /** Looks for the words of an answer in the contexts. */
  cite(answer: string): Promise<void>;
  /** Ends the tracking: what has been read so far; null if it has failed. */
  end(): Promise<RlmCoverage | null>;
}

/**
 * Starts to track what is read of some contexts. `above`, the tracking of the run above, gets each
 * text as well.
 */
export function watchCoverage(
  contexts: () => ReadonlyMap<string, JsonValue>,
  above: CoverageWatch | undefined,
  onFault: (error: unknown) => void,
): CoverageWatch {
  let tracker: CoverageTracker | undefined;
  let figures: CoverageFigures | undefined = { fraction: 0, bySubModels: 0, duplicated: 0 };
  let isOver = false;
  const unread = createByteQuota(maxKeptBytes.unread);
  /** The number of texts beyond that limit, of queries that wait now. */
  let surplus = 0;
  let last: Promise<unknown> = Promise.resolve();
  const attempt = async <Value>(
    work: (tracker: CoverageTracker) => Promise<Value>,
  ): Promise<Value | null> => {
    if (figures === undefined) return null;
    try {
      tracker ??= createTracker(contexts());
      const value = await work(tracker);
      figures = tracker.figures();
      return value;
    } catch (error) {
      onFault(error);
      figures = undefined;
      return null;
    }
  };
  const next = (work: (tracker: CoverageTracker) => Promise<void>): Promise<unknown> =>
    (last = last.then(() => (isOver ? null : attempt(work))));
  return {
    prepare() {
      void next((tracker) => tracker.prepare());
    },
    get figures() {
      return figures;
    },
    read(text, reader, isAgain = false) {
      above?.read(text, 'sub');
      const bytes = 2 * text.length;
      const isWithin = unread.take(bytes);
      if (!isWithin) surplus += 1;
      void next((tracker) => tracker.read(text, reader, isAgain)).then(() => {
        if (isWithin) unread.free(bytes);
        else surplus -= 1;
      });
    },
    get isBehind() {
      return surplus > 0 || above?.isBehind === true;
    },
    async settle() {
      await last;
      if (above?.isBehind === true) await above.settle();
    },
    async strips() {
      await last;
      return attempt((tracker) => tracker.strips());
    },
    cite: async (answer) => {
      await next((tracker) => tracker.cite(answer));
    },
    end() {
      isOver = true;
      return attempt((tracker) => tracker.report());
    },
  };
}
