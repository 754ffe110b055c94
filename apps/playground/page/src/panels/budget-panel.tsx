import { duration, grouped } from '../../../src/view/text/numbers.js';
import type { BudgetView, RunView } from '../../../src/view/run-view.js';
import { formatCost } from '../parts/numbers.js';
import { Panel } from './panel.js';

/** What is left of what bounds the run. */
export function BudgetPanel({ run }: { readonly run: RunView }) {
  if (run.budgets.length === 0) return null;
  return (
    <Panel title="Budget">
      <ul className="budgets">
        {run.budgets.map((budget) => (
          <Budget key={budget.name} budget={budget} />
        ))}
      </ul>
    </Panel>
  );
}

function Budget({ budget }: { readonly budget: BudgetView }) {
  const { name, left, of } = budget;
  const used = Math.max(0, of - left);
  const words = `${format(name, used)} of ${format(name, of)}`;
  return (
    <li>
      <span className="budget-name">{name}</span>
      <span className="figure">{words}</span>
      <meter
        aria-label={`${name} used: ${words}`}
        min={0}
        max={of || 1}
        high={(of || 1) * 0.8}
        value={used}
      />
    </li>
  );
}

function format(name: BudgetView['name'], value: number): string {
  switch (name) {
    case 'cost':
      return formatCost(value);
    case 'time':
      return duration(value);
    default:
      return grouped(value);
  }
}
