import type { ReactNode } from 'react';

import type { RunView, TreeView } from '../../../src/view/run-view.js';
import { totalsOf } from '../../../src/view/selectors.js';
import { BudgetPanel } from '../panels/budget-panel.js';
import { CoveragePanel } from '../panels/coverage-panel.js';
import { EvidenceList } from '../panels/evidence-list.js';
import { OutcomePanel } from '../panels/outcome-panel.js';
import { RewardPanel } from '../panels/reward-panel.js';
import { TreePanel } from '../panels/tree-panel.js';
import { VariablesPanel } from '../panels/variables-panel.js';
import type { Hit } from '../timeline/search.js';

/** What is known of a run at the step that is looked at. */
export function Side({
  tree,
  run,
  past,
  current,
  showRun,
  onJump,
  children,
}: {
  readonly tree: TreeView;
  readonly run: RunView;
  /** The run as it was behind that step. */
  readonly past: RunView;
  readonly current: number | undefined;
  readonly showRun: (runId: string) => void;
  /** Called if a place is chosen at which the answer was read. */
  readonly onJump: (hit: Hit, words: string) => void;
  /** The policy lab. */
  readonly children: ReactNode;
}) {
  return (
    <aside className="side" aria-label="Details" tabIndex={0}>
      <div className="side-details">
        <OutcomePanel
          run={run}
          totals={run.end === undefined && run.runId === tree.rootId ? totalsOf(tree) : undefined}
        >
          <EvidenceList tree={tree} run={run} onJump={onJump} />
        </OutcomePanel>
        <CoveragePanel run={current === run.steps.at(-1)?.step ? run : past} />
        <BudgetPanel run={past} />
        <RewardPanel run={run} current={current} />
        <VariablesPanel run={past} />
        <TreePanel tree={tree} shown={run.runId} onShow={showRun} />
      </div>
      {children !== undefined && <div className="side-lab">{children}</div>}
    </aside>
  );
}
