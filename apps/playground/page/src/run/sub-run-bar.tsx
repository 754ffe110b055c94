import { oneLine } from '../../../src/view/text/numbers.js';
import type { RunView } from '../../../src/view/run-view.js';

/** Which sub-run the timeline shows, and the way back. */
export function SubRunBar({
  run,
  root,
  onRoot,
}: {
  readonly run: RunView;
  readonly root: string;
  readonly onRoot: (runId: string) => void;
}) {
  return (
    <div className="sub-run">
      <p>
        <span className="tag">sub-run, depth {run.depth}</span> {oneLine(run.query, 200)}
      </p>
      <button
        type="button"
        onClick={() => {
          onRoot(root);
        }}
      >
        Back to the first run
      </button>
    </div>
  );
}
