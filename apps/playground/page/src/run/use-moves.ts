import { useEffect, useRef, type RefObject } from 'react';

import { stepKey, type Row } from '../timeline/rows.js';
import type { TimelineHandle } from '../timeline/timeline.js';
import type { Steps } from './use-steps.js';

/** Goes from step to step, and brings what is looked at into sight. */
export function useMoves(
  { run, current, choose, stepBy }: Steps,
  rows: readonly Row[],
  timeline: RefObject<TimelineHandle | null>,
  /** Called before something is brought into sight. */
  onMove: () => void,
) {
  const target = useRef<string>(undefined);
  // The target may be in a list that has to open, or in another run: it appears with the next rows.
  useEffect(() => {
    if (target.current === undefined) return;
    timeline.current?.show(target.current);
    target.current = undefined;
  });
  const look = (step: number | undefined) => {
    choose(step);
    const view = run?.steps.find((other) => other.step === step);
    if (run !== undefined && view !== undefined) target.current = stepKey(run.runId, view);
  };
  const toStep = (step: number | undefined) => {
    onMove();
    look(step);
  };
  return {
    toStep,
    toRow: (step: number, rowKey: string) => {
      onMove();
      choose(step);
      target.current = rowKey;
    },
    first: () => {
      toStep(run?.steps[0]?.step);
    },
    previous: () => {
      toStep(stepBy(-1));
    },
    next: () => {
      toStep(stepBy(1));
    },
    end: () => {
      onMove();
      choose(undefined);
      target.current = rows.at(-1)?.key;
    },
    /** The step stays at its position when its surroundings have moved. */
    again: () => {
      look(current);
    },
  };
}
