import type { CellJournal, PassedCell } from '../contract/effects.js';
import { cellDiffers, cellKey, type DivergedRun } from './divergence.js';
import { outcomeOf, type ReadBlob } from './effect-line.js';
import { hashOf } from './hash-of.js';
import type { CellLine, EffectRecord, NewLine } from '../contract/journal.js';
import { toRecord } from './recordable.js';
import type { RecordedLines } from './recorded-lines.js';
import type { Replay } from './replay.js';

/** What the executions of a run need from its seam. */
interface CellOwner {
  readonly run: DivergedRun;
  readonly readBlob: ReadBlob;
  readonly step: () => number;
  readonly fail: (error: Error) => void;
  readonly append: (line: NewLine) => Promise<boolean>;
  /** Appends a line, and calls `deliver` when it is its turn. */
  readonly deliver: (line: NewLine, deliver: () => void) => Promise<void>;
}

/** The executions of code of a run with a journal. */
export function createCellJournal(
  lines: RecordedLines,
  replay: Replay,
  { run, readBlob, step, fail, append, deliver }: CellOwner,
): CellJournal {
  const ask = (
    block: number,
    deliver: (line: CellLine, skipped: readonly EffectRecord[]) => Promise<void> | void,
    perform: () => void,
    isSkipping = false,
  ): void => {
    replay.request({
      key: cellKey(step(), block),
      kind: 'cell',
      step: step(),
      parts: () => undefined,
      isSkipping,
      deliver: (line, skipped) => deliver(line as CellLine, skipped),
      perform,
    });
  };
  const { snapshot } = lines;

  return Object.freeze({
    snapshot,
    async readSnapshot({ blob }) {
      try {
        return await readBlob(blob);
      } catch (error) {
        fail(error as Error);
        throw error;
      }
    },
    isPassed: (block) => {
      const line = lines.cellAt(step(), block);
      return line !== undefined && (line.isStopped === true || step() <= (snapshot?.step ?? 0));
    },
    async pass(block) {
      const skipped = await new Promise<SkippedLines>((resolve) => {
        const deliver = (line: CellLine, effects: readonly EffectRecord[]): void => {
          resolve({ line, effects });
        };
        ask(block, deliver, noLine, true);
      });
      try {
        const { value, about } = (await valueOf(skipped.line, readBlob)) as Omit<
          PassedCell,
          'given'
        >;
        const given: unknown[] = [];
        for (const effect of skipped.effects) {
          if (effect.error === undefined) given.push(await valueOf(effect, readBlob));
        }
        return { value, about, given };
      } catch (error) {
        fail(error as Error);
        throw error;
      }
    },
    note: ({ block, value, about = null, isStopped = false }) =>
      new Promise<void>((resolve, reject) => {
        const hash = hashOf(value);
        ask(
          block,
          (line) => {
            if (lines.isLoose || line.hash === hash) {
              resolve();
              return;
            }
            const error = cellDiffers(run, line);
            fail(error);
            reject(error);
          },
          () => {
            const kept = toRecord('cell', { value, about });
            const line = { t: 'cell', step: step(), block, hash, value: kept } as const;
            void deliver(isStopped ? { ...line, isStopped } : line, resolve);
          },
        );
      }),
    get isLive() {
      return replay.isOver;
    },
    async keepSnapshot(taken) {
      await append({ t: 'snapshot', step: step(), ...taken });
    },
  } satisfies CellJournal);
}

/** The line of an execution, and the effects recorded before it. */
interface SkippedLines {
  readonly line: CellLine;
  readonly effects: readonly EffectRecord[];
}

/** Only an execution that has a line can be skipped. */
function noLine(): never {
  throw new Error('an execution that was not recorded cannot be skipped');
}

async function valueOf(
  line: Pick<EffectRecord, 'value' | 'blob'>,
  readBlob: ReadBlob,
): Promise<unknown> {
  const outcome = await outcomeOf(line, readBlob);
  return 'value' in outcome ? outcome.value : null;
}
