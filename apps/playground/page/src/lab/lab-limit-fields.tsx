import { Field } from '../app/field.js';
import type { Lab } from './use-lab.js';

const fields = [
  { name: 'maxSteps', label: 'Steps', factor: 1 },
  { name: 'maxTokens', label: 'Tokens', factor: 1 },
  { name: 'maxCostUsd', label: 'Cost in US dollars', factor: 1 },
  { name: 'timeoutMs', label: 'Time in seconds', factor: 1000 },
  { name: 'maxConsecutiveErrors', label: 'Failed steps in a row', factor: 1 },
] as const;

/** Limits of a run that are tried beside the policies. */
export function LabLimitFields({ lab: { limits, setLimits } }: { readonly lab: Lab }) {
  return (
    <fieldset className="limits">
      <legend>Limits</legend>
      <div className="field-grid">
        {fields.map(({ name, label, factor }) => (
          <Field key={name} label={label}>
            {(names) => (
              <input
                {...names}
                type="number"
                min="0"
                step="any"
                placeholder="no limit"
                value={limits[name] === undefined ? '' : limits[name] / factor}
                onChange={({ target }) => {
                  const { [name]: _, ...others } = limits;
                  setLimits(
                    target.value === ''
                      ? others
                      : { ...others, [name]: target.valueAsNumber * factor },
                  );
                }}
              />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
