import { NumberField } from '../parts/number-field.js';
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
          <NumberField
            key={name}
            label={label}
            hint="no limit"
            value={limits[name] === undefined ? '' : limits[name] / factor}
            onText={(text) => {
              const { [name]: _, ...others } = limits;
              setLimits(text === '' ? others : { ...others, [name]: Number(text) * factor });
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}
