import { createContext, useContext } from 'react';

import type { RunView, TreeView } from '../../../src/view/run-view.js';

/** Where a policy of the lab would have stopped the run. */
export interface StopMark {
  readonly step: number;
  readonly label: string;
}

/** What the rows of a timeline share. */
export interface RowContext {
  readonly tree: TreeView;
  readonly run: RunView;
  /** The step that is looked at; the last one while none is chosen. */
  readonly current: number | undefined;
  readonly marks: readonly StopMark[];
  /** Keys of what was opened: lists of queries, long texts. */
  readonly open: ReadonlySet<string>;
  readonly toggle: (key: string) => void;
  readonly choose: (step: number) => void;
  readonly showRun: (runId: string) => void;
}

/** Given by the timeline. */
export const RowContextProvider = createContext<RowContext | undefined>(undefined);

/** What the rows of the timeline share. */
export function useRowContext(): RowContext {
  const context = useContext(RowContextProvider);
  if (context === undefined) throw new Error('Expected a row inside a timeline');
  return context;
}
