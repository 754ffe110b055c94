import { duration, grouped } from '../../../src/view/text/numbers.js';
import type { StepView } from '../../../src/view/run-view.js';
import { formatShare } from '../parts/numbers.js';
import { useRowContext } from './row-context.js';

/** The head of a step: its number, and its figures. A click looks at it. */
export function StepRow({ step }: { readonly step: StepView }) {
  const { current, choose, marks } = useRowContext();
  const stops = marks.filter((mark) => mark.step === step.step);
  return (
    <div className="step-head">
      <h3>
        <button
          type="button"
          className="step-name"
          aria-current={current === step.step ? 'step' : undefined}
          onClick={() => {
            choose(step.step);
          }}
        >
          {step.isWrapUp ? 'Wrap-up' : `Step ${step.step}`}
        </button>
      </h3>
      <p className="figures">
        {step.replayed && <span className="tag">replayed</span>}
        {step.durationMs !== undefined && <span>{duration(step.durationMs)}</span>}
        {step.tokens !== undefined && <span>{grouped(step.tokens)} tokens</span>}
        {step.coverage !== undefined && <span>{formatShare(step.coverage)} read</span>}
        {step.reward !== undefined && (
          <span title={step.reward.reason}>reward {step.reward.value.toFixed(2)}</span>
        )}
      </p>
      {stops.map(({ label }) => (
        <p key={label} className="stop-mark">
          <span aria-hidden="true">◆</span> {label}
        </p>
      ))}
    </div>
  );
}
