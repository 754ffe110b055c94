import { counted } from '../../../src/view/text/numbers.js';
import { coverageStrips, type CoverageStrip } from '../../../src/view/coverage-strips.js';
import type { RunView } from '../../../src/view/run-view.js';
import { formatShare } from '../parts/numbers.js';
import { Panel } from './panel.js';

/** Which part of the contexts was read: strips that fill with the steps, and show at the end what was left out. */
export function CoveragePanel({ run }: { readonly run: RunView }) {
  if (run.contexts.length === 0) return null;
  const strips = coverageStrips(run);
  return (
    <Panel title="Context">
      <ul className="contexts">
        {run.contexts.map(({ name, typeName, totalLength }) => (
          <li key={name}>
            <code>{name}</code>
            <span className="figure">
              {typeName}, {counted(totalLength, 'character')}
            </span>
          </li>
        ))}
      </ul>
      {strips.map((strip) => (
        <Strip key={strip.context} strip={strip} />
      ))}
    </Panel>
  );
}

function Strip({ strip: { context, fraction, parts } }: { readonly strip: CoverageStrip }) {
  const label = `${formatShare(fraction)} of ${context} read`;
  return (
    <figure className="coverage">
      <figcaption>{label}</figcaption>
      <svg role="img" aria-label={label} viewBox="0 0 1000 14" preserveAspectRatio="none">
        <rect className="unread" width="1000" height="14" />
        {parts.map(({ start, end, share }) => (
          <rect
            key={start}
            className="read"
            x={start * 1000}
            width={(end - start) * 1000}
            height="14"
            opacity={0.25 + share * 0.75}
          />
        ))}
      </svg>
    </figure>
  );
}
