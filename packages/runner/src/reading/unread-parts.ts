import { nextTurn } from '@rlm/repl-types/internal';

import type { BitMarks } from './bit-marks.js';
import type { CoverageSpan } from './coverage.js';
import type { MeasuredText } from './measured-text.js';
import { placeInLeaf, placeOfContainer } from './place-spans.js';

/** The maximum number of listed parts. */
const maxParts = 1_000;

/** The number of strings that are processed before other work gets a turn. */
const leavesAtOnce = 50_000;

/** An unread part: of a leaf, or a container with all its leaves. */
interface Part {
  readonly leaf: number;
  readonly container?: number | undefined;
  readonly start: number;
  readonly end: number;
}

/** What was not read, and the share of each context that was. */
export interface UnreadParts {
  readonly parts: readonly CoverageSpan[];
  /** The share of each context that was read, by name. */
  readonly contexts: Readonly<Record<string, number>>;
}

/** Lists what was not read; an entirely unread list or object is one part. */
export async function listUnread(measured: MeasuredText, read: BitMarks): Promise<UnreadParts> {
  const { starts, ends } = measured;
  const shares: [string, number][] = [];
  let parts: Part[] = [];
  for (const { name, first, end } of measured.contexts) {
    let [chars, unread, runFrom] = [0, 0, first];
    const endRun = (to: number): void => {
      parts.push(...unreadLeaves(measured, runFrom, to));
      runFrom = to + 1;
    };
    for (let leaf = first; leaf < end; leaf += 1) {
      const start = starts[leaf] ?? 0;
      const stop = ends[leaf] ?? 0;
      chars += stop - start;
      if (start < stop && read.next(start, stop, true) < stop) {
        endRun(leaf);
        for (let at = read.next(start, stop, false); at < stop; at = read.next(at, stop, false)) {
          const to = read.next(at, stop, true);
          parts.push({ leaf, start: at, end: to });
          unread += to - at;
          at = to;
        }
      } else {
        unread += stop - start;
      }
      if (leaf % leavesAtOnce === leavesAtOnce - 1) await nextTurn();
      if (parts.length > 2 * maxParts) parts = longest(parts);
    }
    endRun(end);
    shares.push([name, chars === 0 ? 1 : (chars - unread) / chars]);
  }
  const listed = longest(parts).sort((a, b) => a.start - b.start);
  return {
    parts: Object.freeze(listed.map((part) => placeOf(measured, part))),
    contexts: Object.freeze(Object.fromEntries(shares)),
  };
}

/** Unread leaves; those that make up a whole container are one part. */
function* unreadLeaves(
  { starts, ends, parents, containers }: MeasuredText,
  from: number,
  to: number,
): Generator<Part> {
  for (let leaf = from; leaf < to;) {
    let container: number | undefined;
    for (
      let id = parents[leaf] ?? 0;
      id > 0 && containers.firsts[id] === leaf && (containers.ends[id] ?? 0) <= to;
      id = containers.parents[id] ?? 0
    ) {
      container = id;
    }
    const start = starts[leaf] ?? 0;
    const next = container === undefined ? leaf + 1 : (containers.ends[container] ?? leaf + 1);
    const end = ends[next - 1] ?? start;
    if (end > start) yield { leaf, start, end, container };
    leaf = next;
  }
}

function longest(parts: readonly Part[]): Part[] {
  const length = ({ start, end }: Part): number => end - start;
  return [...parts].sort((a, b) => length(b) - length(a)).slice(0, maxParts);
}

function placeOf(measured: MeasuredText, { leaf, container, start, end }: Part): CoverageSpan {
  if (container === undefined) return placeInLeaf(measured, { leaf, start, end });
  let chars = 0;
  for (let each = leaf; each < (measured.containers.ends[container] ?? 0); each += 1) {
    chars += (measured.ends[each] ?? 0) - (measured.starts[each] ?? 0);
  }
  return placeOfContainer(measured, container, chars);
}
