import type { RunView } from '../../../src/view/run-view.js';
import { rewardsOf } from '../../../src/view/selectors.js';
import { Panel } from './panel.js';

const width = 280;
const height = 96;
const margin = 12;
/** Room for the figures of the axis. */
const left = 20;

/** The worth of each step as a curve, from -1 to 1. */
export function RewardPanel({
  run,
  current,
}: {
  readonly run: RunView;
  readonly current: number | undefined;
}) {
  const points = rewardsOf(run);
  if (points.length === 0) return null;
  const x = (index: number) =>
    left + (index / Math.max(1, points.length - 1)) * (width - left - margin);
  const y = (value: number) => margin + ((1 - value) / 2) * (height - 2 * margin);
  const places = points.map((point, index) => ({ ...point, x: x(index), y: y(point.value) }));
  const shown = points.find(({ step }) => step === current) ?? points.at(-1);
  const words = points.map(({ step, value }) => `step ${step}: ${value.toFixed(2)}`).join(', ');
  return (
    <Panel title="Reward" note={shown?.value.toFixed(2)}>
      <svg
        className="curve"
        role="img"
        aria-label={`Reward by step. ${words}`}
        viewBox={`0 0 ${width} ${height}`}
      >
        {[1, 0, -1].map((value) => (
          <g key={value}>
            <line className="grid" x1={margin} x2={width} y1={y(value)} y2={y(value)} />
            <text x="0" y={y(value) + 3}>
              {value}
            </text>
          </g>
        ))}
        <polyline className="line" points={places.map((at) => `${at.x},${at.y}`).join(' ')} />
        {places.length <= 60 &&
          places.map((at) => (
            <circle
              key={at.step}
              className={at.step === current ? 'dot current' : 'dot'}
              cx={at.x}
              cy={at.y}
              r={at.step === current ? 5 : 3}
            />
          ))}
      </svg>
      {shown !== undefined && <p className="why">{shown.reason}</p>}
    </Panel>
  );
}
