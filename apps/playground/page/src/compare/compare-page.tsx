import { useEffect, useState } from 'react';

import type { RunInfo } from '../../../src/api.js';
import type { RunView } from '../../../src/view/run-view.js';
import { ProblemText } from '../parts/problem.js';
import { createRunStore } from '../store/run-store.js';
import { useRun } from '../store/use-run.js';
import { followRun } from '../server/follow-run.js';
import { useServer } from '../server/use-server.js';
import { CompareHead } from './compare-head.js';
import { CompareSteps } from './compare-steps.js';

/** Two runs side by side, step by step. */
export function ComparePage({ left, right }: { readonly left: string; readonly right: string }) {
  const one = useSide(left);
  const other = useSide(right);
  return (
    <div className="compare">
      <h1>Two runs side by side</h1>
      <ProblemText problem={one.problem ?? other.problem} />
      <div className="compare-columns">
        <CompareHead info={one.info} run={one.run} />
        <CompareHead info={other.info} run={other.run} />
      </div>
      <CompareSteps left={one.run} right={other.run} names={[left, right]} />
    </div>
  );
}

function useSide(id: string): {
  readonly info: RunInfo | undefined;
  readonly problem: string | undefined;
  readonly run: RunView | undefined;
} {
  const { answer, problem } = useServer<RunInfo>(`/api/runs/${encodeURIComponent(id)}`);
  const [store] = useState(createRunStore);
  useEffect(() => followRun(id, store), [id, store]);
  const { tree, info } = useRun(store);
  return { info: info ?? answer, problem, run: tree.runs[tree.rootId] };
}
