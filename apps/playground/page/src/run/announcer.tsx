import { describeEnd } from '../../../src/view/selectors.js';
import type { RunView } from '../../../src/view/run-view.js';

/** Tells screen readers how the run goes, and which step was chosen. */
export function Announcer({
  run,
  isLive,
  current,
  isAtEnd,
}: {
  readonly run: RunView;
  readonly isLive: boolean;
  readonly current: number | undefined;
  readonly isAtEnd: boolean;
}) {
  return <output className="unseen">{wordsOf(run, isLive, isAtEnd ? undefined : current)}</output>;
}

function wordsOf(run: RunView, isLive: boolean, chosen: number | undefined): string {
  if (chosen !== undefined) return `Step ${chosen} of ${run.steps.length}`;
  if (run.end !== undefined) {
    const { answer } = run.end;
    const words = answer === null ? '' : ` Answer: ${answer.slice(0, 200)}`;
    return `${describeEnd(run) ?? ''}${words}`;
  }
  return isLive ? `Step ${run.steps.at(-1)?.step ?? 1} began` : '';
}
