import type { JsonValue } from '@rlm/sandbox';

import { BitMarks } from './bit-marks.js';
import { stripsOf, type CoverageStrips } from './coverage-strips.js';
import type { CoverageFigures, Evidence, RlmCoverage } from './coverage.js';
import { findEvidence } from './find-evidence.js';
import type { ReadState } from './match-read.js';
import { measureContexts, type MeasuredText } from './measured-text.js';
import { leavesOf } from './place-spans.js';
import { readSpans } from './read-spans.js';
import { indexText } from './text-index.js';
import { listUnread } from './unread-parts.js';

/** Who read: the run's own model, or one below it. */
export type Reader = 'root' | 'sub';

/** What is known about the contexts; created when something is read. */
interface Opened {
  readonly measured: MeasuredText;
  readonly read: BitMarks;
  readonly bySub: BitMarks;
  readonly twice: BitMarks;
}

/** Tracks what a run reads of its contexts. Call one method at a time. */
export interface CoverageTracker {
  /** Indexes the contexts, before anything is read. */
  prepare(): Promise<void>;
  /**
   * Counts a text that was read. With `isAgain` it was not newly read, and so does not count as
   * read twice.
   */
  read(text: string, reader: Reader, isAgain: boolean): Promise<void>;
  /** Compares the answer with the contexts, for the evidence. */
  cite(answer: string): Promise<void>;
  figures(): CoverageFigures;
  strips(): Promise<CoverageStrips>;
  report(): Promise<RlmCoverage>;
}

/** Creates a tracker of contexts of which nothing has been read. */
export function createTracker(contexts: ReadonlyMap<string, JsonValue>): CoverageTracker {
  let opened: Promise<Opened> | undefined;
  let account: Opened | undefined;
  let states: Promise<Record<Reader, ReadState>> | undefined;
  let evidence: readonly Evidence[] = [];
  const open = async (): Promise<Opened> => {
    opened ??= measureContexts(contexts).then((measured) => {
      const marks = (): BitMarks => new BitMarks(measured.text.length);
      return { measured, read: marks(), bySub: marks(), twice: marks() };
    });
    account = await opened;
    return account;
  };
  const index = ({ measured, read }: Opened): Promise<Record<Reader, ReadState>> =>
    (states ??= indexText(measured.text).then((made) => {
      const isRead = (at: number): boolean => read.has(at);
      const state = (): ReadState => ({ index: made, isRead, lastEnd: 0, unread: new Map() });
      return { root: state(), sub: state() };
    }));
  const figures = (): CoverageFigures => {
    const total = account?.measured.total ?? 0;
    const share = (marks: BitMarks | undefined): number =>
      total === 0 ? 0 : (marks?.count ?? 0) / total;
    return {
      fraction: account !== undefined && total === 0 ? 1 : share(account?.read),
      bySubModels: share(account?.bySub),
      duplicated: share(account?.twice),
    };
  };

  return {
    async prepare() {
      await index(await open());
    },
    async read(text, reader, isAgain) {
      const { measured, read, bySub, twice } = await open();
      const state = (await index({ measured, read, bySub, twice }))[reader];
      for (const span of await readSpans(state, text)) {
        for (const { start, end } of leavesOf(measured, span)) {
          read.mark(start, end, isAgain ? undefined : twice);
          if (reader === 'sub') bySub.mark(start, end);
        }
      }
    },
    async cite(answer) {
      const now = await open();
      evidence = await findEvidence(now.measured, (await index(now)).root, answer);
    },
    figures,
    async strips() {
      const { measured, read } = await open();
      return stripsOf(measured, read);
    },
    async report() {
      const { measured, read } = await open();
      const { parts: unread, contexts: byName } = await listUnread(measured, read);
      const chars = measured.total;
      return Object.freeze({ ...figures(), chars, contexts: byName, unread, evidence });
    },
  };
}
