import type { RunView } from '../../../src/view/run-view.js';

/** Buttons that go from step to step. */
export function StepBar({
  run,
  current,
  isLive,
  isAtEnd,
  onFirst,
  onPrevious,
  onNext,
  onEnd,
}: {
  readonly run: RunView;
  readonly current: number | undefined;
  readonly isLive: boolean;
  readonly isAtEnd: boolean;
  readonly onFirst: () => void;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
  readonly onEnd: () => void;
}) {
  const last = run.steps.length;
  const at = run.steps.findIndex(({ step }) => step === current) + 1;
  return (
    <div className="step-bar" role="group" aria-label="Steps">
      <button type="button" className="icon" aria-label="First step (Home)" onClick={onFirst}>
        ⇤
      </button>
      <button type="button" className="icon" aria-label="Previous step (k)" onClick={onPrevious}>
        ←
      </button>
      <span className="step-count">{last === 0 ? 'no step yet' : `${at} of ${last}`}</span>
      <button type="button" className="icon" aria-label="Next step (j)" onClick={onNext}>
        →
      </button>
      <button
        type="button"
        className="icon"
        aria-label={isLive ? 'Follow the run (End)' : 'Last step (End)'}
        aria-pressed={isLive ? isAtEnd : undefined}
        onClick={onEnd}
      >
        ⇥
      </button>
    </div>
  );
}
