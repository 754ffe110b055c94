import { useEffect, useState } from 'react';

import { retryText, waitText } from '../../../src/view/retries.js';
import type { CallView, RetryView, RunView, StepView } from '../../../src/view/run-view.js';
import { duration } from '../../../src/view/text/numbers.js';
import { ReplyText } from '../code/reply-text.js';

/** How often a countdown is drawn, in milliseconds. */
const tickMs = 250;

/** The time, drawn again until `untilMs`. */
function useTimeUntil(untilMs: number): number {
  const [nowMs, setNow] = useState(() => Date.now());
  const isOver = nowMs >= untilMs;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => {
      setNow(Date.now());
    }, tickMs);
    return () => {
      clearInterval(timer);
    };
  }, [isOver, untilMs]);
  return nowMs;
}

/** An attempt that failed: why, and when the next one starts, counted down. */
export function RetryRow({
  retry,
  isLive,
}: {
  readonly retry: RetryView;
  readonly isLive: boolean;
}) {
  const nowMs = useTimeUntil(isLive ? retry.untilMs : 0);
  const isWaiting = isLive && nowMs < retry.untilMs;
  return (
    <p className="notice">
      <span className="notice-code">
        <span aria-hidden="true">!</span> retry
      </span>{' '}
      {retryText(retry)}
      <span className="figure">
        {isWaiting ? waitText(retry, nowMs) : `tried again after ${duration(retry.waitMs)}`}
      </span>
    </p>
  );
}

/** The reply that is being written. */
export function WritingRow({
  run,
  step,
  call,
}: {
  readonly run: RunView;
  readonly step: StepView;
  readonly call: CallView;
}) {
  const isEnded = run.state === 'ended';
  const last = isEnded ? undefined : step.retries?.findLast(({ kind }) => kind === 'model');
  const nowMs = useTimeUntil(last?.untilMs ?? 0);
  const doing =
    last !== undefined && nowMs < last.untilMs
      ? 'Waiting to ask again'
      : call.purpose === 'wrap-up'
        ? 'The model sums up'
        : 'The model writes';
  return (
    <div className="reasoning">
      <p className="label">
        {isEnded ? 'The model did not finish its reply' : doing}
        {!isEnded && (
          <span className="figure dots" aria-hidden="true">
            …
          </span>
        )}
      </p>
      <ReplyText text={call.text} language={run.language} />
    </div>
  );
}
