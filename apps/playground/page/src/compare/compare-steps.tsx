import { useState } from 'react';

import { duration } from '../../../src/view/text/numbers.js';
import type { RunView, StepView } from '../../../src/view/run-view.js';
import { plural } from '../parts/numbers.js';
import { Code } from '../code/code.js';
import { LongText } from '../timeline/long-text.js';

/** The steps of two runs, those of one number beside each other. */
export function CompareSteps({
  left,
  right,
  names,
}: {
  readonly left: RunView | undefined;
  readonly right: RunView | undefined;
  readonly names: readonly [left: string, right: string];
}) {
  const [most, setMost] = useState(stepsAtOnce);
  const count = Math.max(left?.steps.length ?? 0, right?.steps.length ?? 0);
  return (
    <>
      <ol className="compare-steps">
        {Array.from({ length: Math.min(most, count) }, (_, index) => {
          const one = left?.steps[index];
          const other = right?.steps[index];
          const isSame = one !== undefined && other !== undefined && codeOf(one) === codeOf(other);
          return (
            <li key={index}>
              <h3>
                Step {(one ?? other)?.step}
                <span className="tag">{isSame ? '= same code' : '≠ differs'}</span>
              </h3>
              <div className="compare-columns">
                <StepCell step={one} run={left} name={names[0]} />
                <StepCell step={other} run={right} name={names[1]} />
              </div>
            </li>
          );
        })}
      </ol>
      {most < count && (
        <button
          type="button"
          onClick={() => {
            setMost(most + stepsAtOnce);
          }}
        >
          Show more of the {plural(count, 'step')}
        </button>
      )}
    </>
  );
}

const stepsAtOnce = 50;

function StepCell({
  step,
  run,
  name,
}: {
  readonly step: StepView | undefined;
  readonly run: RunView | undefined;
  /** Shown if the two are below each other. */
  readonly name: string;
}) {
  if (step === undefined || run === undefined) return <p className="faint">No such step.</p>;
  return (
    <div className="compare-cell">
      <p className="figures">
        <span className="tag compare-name">{name}</span>
        {step.durationMs !== undefined && <span>{duration(step.durationMs)}</span>}
        {step.queries.length > 0 && (
          <span>{plural(step.queries.length, 'sub-query', 'sub-queries')}</span>
        )}
        {step.replayed && <span className="tag">replayed</span>}
      </p>
      {step.reasoning !== '' && <LongText text={step.reasoning} className="prose" />}
      {step.blocks.map((block) => (
        <div key={block.block} className="block">
          <Code code={block.code} language={run.language} />
          <LongText
            text={[block.stdout, block.stderr, block.value, block.error?.message]
              .filter((text) => text !== undefined && text !== '')
              .join('\n')}
          />
        </div>
      ))}
      {step.final !== undefined && <LongText text={step.final.answer} className="final" />}
    </div>
  );
}

const codeOf = ({ blocks }: StepView): string => blocks.map(({ code }) => code).join('\n');
