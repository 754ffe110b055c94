import type { RunInfo } from '../../../src/api.js';
import type { RunView } from '../../../src/view/run-view.js';
import { hrefOf } from '../parts/route.js';
import { OutcomePanel } from '../panels/outcome-panel.js';
import { modelName, StatusTag } from '../run/status-tag.js';

/** One of two runs, and its outcome. */
export function CompareHead({
  info,
  run,
}: {
  readonly info: RunInfo | undefined;
  readonly run: RunView | undefined;
}) {
  if (info === undefined) return <p className="empty">Loading…</p>;
  return (
    <section className="compare-head" aria-label={`Run ${info.id}`}>
      <h2>
        <a href={hrefOf({ name: 'run', id: info.id })}>{info.id}</a>
      </h2>
      <p className="figures">
        <StatusTag status={info.status} />
        <span>{modelName(info)}</span>
        {info.from !== undefined && <span>forked at step {info.from.atStep}</span>}
      </p>
      {run !== undefined && <OutcomePanel run={run} />}
    </section>
  );
}
