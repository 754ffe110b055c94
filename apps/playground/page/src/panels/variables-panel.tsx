import { grouped } from '../../../src/view/text/numbers.js';
import type { RunView } from '../../../src/view/run-view.js';
import { Panel } from './panel.js';

/** The variables of the REPL, as they were behind the step that is looked at. */
export function VariablesPanel({ run }: { readonly run: RunView }) {
  const entries = Object.entries(run.variables);
  return (
    <Panel title="Variables" note={entries.length === 0 ? undefined : grouped(entries.length)}>
      {entries.length === 0 ? (
        <p className="faint">None yet.</p>
      ) : (
        <dl className="variables">
          {entries.map(([name, value]) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>
                <code>{value}</code>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
}
