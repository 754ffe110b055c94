import { grouped } from '../../../src/view/text/numbers.js';
import type { DecisionView } from '../../../src/view/run-view.js';

/** What each policy said behind a step. */
export function DecisionsRow({ decisions }: { readonly decisions: readonly DecisionView[] }) {
  return (
    <div className="decisions">
      <p className="label">Policies</p>
      <ul>
        {decisions.map((decision, index) => (
          <li key={index}>
            <span className={decision.terminate ? 'verdict stops' : 'verdict'}>
              {decision.terminate ? '■ stops' : '▸ goes on'}
            </span>
            <span className="policy-name">{decision.policy}</span>
            {decision.reason !== '' && <span className="policy-reason">{decision.reason}</span>}
            <span className="figure">{figuresOf(decision)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The figures that it was shown, in its own words: `total_tokens 1,204`. */
function figuresOf({ metrics }: DecisionView): string {
  return Object.entries(metrics)
    .map(
      ([name, value]) => `${name} ${Number.isInteger(value) ? grouped(value) : value.toFixed(3)}`,
    )
    .join(' · ');
}
