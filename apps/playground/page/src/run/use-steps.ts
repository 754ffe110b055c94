import { useMemo, useState } from 'react';

import type { RunView, TreeView } from '../../../src/view/run-view.js';
import type { RunStore } from '../store/run-store.js';

/** Which run of the tree is looked at, which step of it, and the run as it was behind that step. */
export interface Steps {
  readonly run: RunView | undefined;
  /** The step that is looked at; the last one while none is chosen. */
  readonly current: number | undefined;
  /** Whether none is chosen: the view goes along with the run. */
  readonly isAtEnd: boolean;
  /** The run behind the current step. */
  readonly past: RunView | undefined;
  readonly showRun: (runId: string) => void;
  readonly choose: (step: number | undefined) => void;
  /** The step at this distance after the current one. */
  readonly stepBy: (by: number) => number | undefined;
}

/** The current place in a run. */
export function useSteps(store: RunStore, tree: TreeView, begin: 'first' | 'last'): Steps {
  const [runId, setRunId] = useState<string>();
  const [picked, setPicked] = useState<number | 'first' | 'last'>(begin);
  const run = tree.runs[runId ?? tree.rootId] ?? tree.runs[tree.rootId];
  const chosen = picked === 'first' ? run?.steps[0]?.step : picked === 'last' ? undefined : picked;
  const current = chosen ?? run?.steps.at(-1)?.step;
  const isAtEnd = chosen === undefined;
  const lastEvent = isAtEnd ? undefined : run?.steps.find(({ step }) => step === chosen)?.lastEvent;
  const past = useMemo(() => {
    if (run === undefined || lastEvent === undefined) return run;
    return store.treeAt(lastEvent).runs[run.runId] ?? run;
  }, [store, run, lastEvent]);
  return {
    run,
    current,
    isAtEnd,
    past,
    showRun: (id) => {
      setRunId(id);
      setPicked('first');
    },
    choose: (step) => {
      setPicked(step ?? 'last');
    },
    stepBy: (by) => {
      const steps = run?.steps ?? [];
      const at = steps.findIndex(({ step }) => step === current);
      return steps[Math.min(steps.length - 1, Math.max(0, at + by))]?.step;
    },
  };
}
