import { useDeferredValue, useEffect, useMemo } from 'react';

import type { LabReport } from '../../../src/view/lab/lab-report.js';
import { replayPolicies } from '../../../src/view/lab/replay-policies.js';
import { ProblemText } from '../parts/problem.js';
import type { RunStore } from '../store/run-store.js';
import { useRun } from '../store/use-run.js';
import { LabLimitFields } from './lab-limit-fields.js';
import { PolicyChoices } from './policy-choices.js';
import type { Lab } from './use-lab.js';
import { VerdictTable } from './verdict-table.js';

/** Shows at which step other policies and limits would have stopped a run, at what cost, with which answer. No model is asked. */
export default function PolicyLab({ store, lab }: { readonly store: RunStore; readonly lab: Lab }) {
  const { tree } = useRun(store);
  const count = useDeferredValue(tree.events);
  const { chosen, limits, setMarks } = lab;
  const { report, problem } = useMemo(
    () => tryOut(store, count, chosen, limits),
    [store, count, chosen, limits],
  );
  useEffect(() => {
    const stops = report?.verdicts ?? [];
    setMarks(
      stops.flatMap(({ label, stop }) =>
        stop === null ? [] : [{ step: stop.step, label: `${label} would have stopped here` }],
      ),
    );
  }, [report, setMarks]);
  return (
    <section className="lab" aria-label="Policy lab">
      <h3>Policy lab</h3>
      <p className="why">
        What would other policies and limits have made of this run? They are asked about each step
        as it was; no model is asked. The timeline shows where each stops it.
      </p>
      <ProblemText problem={problem} />
      {report !== undefined && report.verdicts.length > 0 && <VerdictTable report={report} />}
      <PolicyChoices lab={lab} />
      <LabLimitFields lab={lab} />
    </section>
  );
}

/** A report, or what is wrong with what was chosen. */
function tryOut(
  store: RunStore,
  count: number,
  chosen: Lab['chosen'],
  limits: Lab['limits'],
): { readonly report?: LabReport; readonly problem?: string } {
  try {
    const policies = Object.entries(chosen).map(([name, config]) => ({ name, config }));
    return { report: replayPolicies(store.events().slice(0, count), { policies, limits }) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}
