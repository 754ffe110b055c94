import type { RunStore } from '../run/run-store.js';
import { useRun } from '../run/use-run.js';
import type { Lab } from './use-lab.js';

/** Where a run would have stopped under other policies. */
export default function PolicyLab({ store, lab }: { readonly store: RunStore; readonly lab: Lab }) {
  const { tree } = useRun(store);
  return (
    <p className="empty">
      {lab.marks.length} marks over {tree.events} events
    </p>
  );
}
