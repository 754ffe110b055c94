import { measureElement, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, type Ref } from 'react';

import type { Row } from './rows.js';
import { TimelineRow } from './timeline-row.js';

/** What others may ask of a timeline. */
export interface TimelineHandle {
  /** Brings a row to the top. */
  readonly show: (rowKey: string) => void;
  readonly focus: () => void;
}

const heights: Partial<Record<Row['kind'], number>> = { step: 72, code: 180, output: 120 };
const otherHeight = 56;

/** The rows of a run. Of thousands, only the visible ones are in the page. */
export function Timeline({
  rows,
  words,
  isFollowing,
  onLeave,
  ref,
}: {
  readonly rows: readonly Row[];
  /** The search text, highlighted in the rows. */
  readonly words: string;
  /** Whether the last row is kept in sight. */
  readonly isFollowing: boolean;
  /** The reader scrolled away from the end. */
  readonly onLeave: () => void;
  readonly ref: Ref<TimelineHandle>;
}) {
  const scroller = useRef<HTMLElement>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index]?.key ?? index,
    estimateSize: (index) => heights[rows[index]?.kind ?? 'step'] ?? otherHeight,
    overscan: 6,
    // A row that is hidden with the timeline has no height: what was measured before counts.
    measureElement: (row, entry, instance) => {
      const before = instance.measurementsCache[instance.indexFromElement(row)]?.size;
      return row.checkVisibility() || before === undefined
        ? measureElement(row, entry, instance)
        : before;
    },
  });
  useImperativeHandle(
    ref,
    () => ({
      show(rowKey) {
        const index = rows.findIndex(({ key }) => key === rowKey);
        if (index !== -1) list.scrollToIndex(index, { align: 'start' });
      },
      focus() {
        scroller.current?.focus({ preventScroll: true });
      },
    }),
    [rows, list],
  );
  const height = list.getTotalSize();
  useLayoutEffect(() => {
    if (isFollowing) scroller.current?.scrollTo({ top: height });
  }, [isFollowing, height]);
  const items = list.getVirtualItems();
  const first = items[0]?.key;
  useEffect(
    () => (scroller.current === null ? undefined : paintHits(scroller.current, words)),
    [words, first, items.length, rows],
  );
  const leave = (event: { readonly currentTarget: HTMLElement }) => {
    const { scrollHeight, scrollTop, clientHeight } = event.currentTarget;
    if (isFollowing && scrollHeight - scrollTop - clientHeight > clientHeight / 4) onLeave();
  };
  return (
    <section
      className="timeline"
      aria-label="Timeline"
      ref={scroller}
      tabIndex={0}
      onWheel={(event) => {
        if (event.deltaY < 0) onLeave();
      }}
      onTouchMove={leave}
    >
      <ol style={{ height }}>
        {items.map((item) => {
          const row = rows[item.index];
          return row === undefined ? null : (
            <li
              key={item.key}
              data-index={item.index}
              ref={list.measureElement}
              className={`row row-${row.kind}`}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <TimelineRow row={row} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const name = 'rlm-hit';

/** Paints every place of `words` in the text of `root`, without touching its nodes. Returns what takes the paint off. */
function paintHits(root: Node, words: string): () => void {
  const wanted = words.trim().toLowerCase();
  if (wanted === '' || !('highlights' in CSS)) return () => undefined;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = (node.nodeValue ?? '').toLowerCase();
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      ranges.push(range);
    }
  }
  CSS.highlights.set(name, new Highlight(...ranges));
  return () => {
    CSS.highlights.delete(name);
  };
}
