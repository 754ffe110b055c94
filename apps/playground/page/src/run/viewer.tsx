import { useEffect, useMemo, useRef, useState, type ReactNode, useCallback } from 'react';

import { missingText, placeWaitText } from '../../../src/view/text/numbers.js';
import { missingEvents } from '../../../src/view/selectors.js';
import { HelpDialog } from '../timeline/help-dialog.js';
import { RowContextProvider, type StopMark } from '../timeline/row-context.js';
import { queriesKey, rowsOf } from '../timeline/rows.js';
import { SearchBar } from '../timeline/search-bar.js';
import { Timeline, type TimelineHandle } from '../timeline/timeline.js';
import type { Hit } from '../timeline/search.js';
import { useKeys } from '../timeline/use-keys.js';
import { useSearch } from '../timeline/use-search.js';
import { Announcer } from './announcer.js';
import type { RunStore } from '../store/run-store.js';
import { Side } from './side.js';
import { StepBar } from './step-bar.js';
import { SubRunBar } from './sub-run-bar.js';
import { Tabs } from './tabs.js';
import { useMoves } from './use-moves.js';
import { useRun } from '../store/use-run.js';
import { useSteps } from './use-steps.js';
import { useTab } from './use-tab.js';

/** A run: its timeline, and beside it what is known of it at the step that is looked at. */
export function Viewer({
  store,
  marks = noMarks,
  above,
  lab,
  begin = 'first',
  onStep,
}: {
  readonly store: RunStore;
  /** Where policies of the lab would have stopped it. */
  readonly marks?: readonly StopMark[];
  /** Shown above the timeline, for example prompts that wait. */
  readonly above?: ReactNode;
  readonly lab?: ReactNode;
  /** The step that is looked at first. */
  readonly begin?: 'first' | 'last';
  /** Told which step is looked at. */
  readonly onStep?: (step: number | undefined) => void;
}) {
  const { tree, link } = useRun(store);
  const steps = useSteps(store, tree, begin);
  const { run, current } = steps;
  const { open, toggle, add } = useOpen();
  const { tab, setTab, toTimeline } = useTab(tree.runs[tree.rootId]?.end !== undefined);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const timeline = useRef<TimelineHandle>(null);
  const rows = useMemo(() => (run === undefined ? [] : rowsOf(run, open)), [run, open]);

  useEffect(() => {
    onStep?.(current);
  }, [onStep, current]);

  const moves = useMoves(steps, rows, timeline, toTimeline);
  const showHit = (hit: Hit) => {
    if (hit.runId !== run?.runId) steps.showRun(hit.runId);
    const texts = ['prompt', 'response', 'arguments'].map((text) => `${hit.rowKey} ${text}`);
    add(hit.listKey, hit.rowKey, ...texts);
    moves.toRow(hit.step, hit.rowKey);
  };
  const search = useSearch(tree, showHit);
  useKeys({
    j: moves.next,
    ArrowDown: moves.next,
    ArrowRight: moves.next,
    k: moves.previous,
    ArrowUp: moves.previous,
    ArrowLeft: moves.previous,
    Home: moves.first,
    End: moves.end,
    o: () => {
      const view = run?.steps.find(({ step }) => step === current);
      if (run !== undefined && view !== undefined) toggle(queriesKey(run.runId, view));
    },
    '/': () => search.field.current?.focus(),
    n: () => {
      search.move(1);
    },
    N: () => {
      search.move(-1);
    },
    '?': () => {
      setHelpOpen(true);
    },
  });
  if (run === undefined) {
    return (
      <p className="empty">
        {link === 'closed' ? 'Nothing was written of this run.' : 'The run begins…'}
      </p>
    );
  }
  const missing = missingEvents(tree);
  const context = {
    tree,
    run,
    current,
    marks,
    open,
    toggle,
    choose: moves.toStep,
    showRun: steps.showRun,
  };
  return (
    <div className={`viewer tab-${tab}`}>
      <div className="viewer-bar">
        <StepBar
          run={run}
          current={current}
          isLive={link !== 'closed'}
          isAtEnd={steps.isAtEnd}
          onFirst={moves.first}
          onPrevious={moves.previous}
          onNext={moves.next}
          onEnd={moves.end}
        />
        <SearchBar
          words={search.words}
          count={search.count}
          at={search.at}
          field={search.field}
          onWords={search.setWords}
          onMove={search.move}
          onLeave={() => timeline.current?.focus()}
        />
        <button
          type="button"
          className="icon keys-button"
          aria-label="Keys (?)"
          onClick={() => {
            setHelpOpen(true);
          }}
        >
          ?
        </button>
        <Tabs
          tab={tab}
          hasLab={lab !== undefined}
          onTab={(next) => {
            setTab(next);
            if (!steps.isAtEnd) moves.again();
          }}
        />
      </div>
      <div className="viewer-main">
        {above}
        {run.placeWait !== undefined && run.state !== 'ended' && (
          <p className="notice">
            It {placeWaitText(run.backend ?? '', run.placeWait.max, run.placeWait.waiting)}.
          </p>
        )}
        {missing > 0 && <p className="note">{missingText(missing)}.</p>}
        {run.runId !== tree.rootId && (
          <SubRunBar run={run} onRoot={steps.showRun} root={tree.rootId} />
        )}
        <RowContextProvider value={context}>
          <Timeline
            key={run.runId}
            ref={timeline}
            rows={rows}
            words={search.wanted}
            isFollowing={steps.isAtEnd && begin === 'last'}
            onLeave={() => {
              toTimeline();
              if (steps.isAtEnd) steps.choose(current);
            }}
          />
        </RowContextProvider>
      </div>
      <Side
        tree={tree}
        run={run}
        past={steps.past ?? run}
        current={current}
        showRun={steps.showRun}
        onJump={(hit, words) => {
          search.setWords(words);
          showHit(hit);
        }}
      >
        {tab === 'lab' ? lab : undefined}
      </Side>
      <Announcer run={run} isLive={link !== 'closed'} current={current} isAtEnd={steps.isAtEnd} />
      {isHelpOpen && (
        <HelpDialog
          onClose={() => {
            setHelpOpen(false);
          }}
        />
      )}
    </div>
  );
}

const noMarks: readonly StopMark[] = [];

/** What is open in a timeline, by key. */
function useOpen() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((key: string) => {
    setOpen((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  }, []);
  const add = useCallback((...keys: readonly string[]) => {
    setOpen((before) => new Set([...before, ...keys]));
  }, []);
  return { open, toggle, add };
}
