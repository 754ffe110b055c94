import type { NewRun } from '../../../src/api.js';
import { NumberField } from '../parts/number-field.js';

/** The limits of a run as a person types them: numbers as text, empty for no limit. */
export type Limits = Readonly<Record<(typeof limitFields)[number]['name'], string>>;

const limitFields = [
  { name: 'maxSteps', label: 'Steps', hint: '20', step: '1' },
  { name: 'maxSubQueries', label: 'Sub-queries', hint: '200', step: '1' },
  { name: 'maxTokens', label: 'Tokens', hint: 'no limit', step: '1' },
  { name: 'maxCostUsd', label: 'Cost in US dollars', hint: 'no limit', step: 'any' },
  { name: 'concurrency', label: 'Sub-queries at once', hint: '16', step: '1' },
  { name: 'retries', label: 'Retries of a failed call', hint: '2', step: '1' },
  { name: 'seconds', label: 'Time in seconds', hint: '600', step: 'any' },
] as const;

/** The limits of a run as a person would have typed them. */
export function typedLimits({ timeoutMs, ...asked }: Partial<NewRun>): Limits {
  const seconds = timeoutMs === undefined ? undefined : timeoutMs / 1000;
  const numbers: Partial<Record<keyof Limits, number | undefined>> = { ...asked, seconds };
  const typed = limitFields.map(({ name }) => [name, String(numbers[name] ?? '')]);
  return Object.fromEntries(typed) as Limits;
}

/** The limits as the server takes them. */
export function readLimits({ seconds, ...others }: Limits): Partial<NewRun> {
  const given = Object.entries({
    ...others,
    timeoutMs: seconds === '' ? '' : String(Number(seconds) * 1000),
  }).filter(([, value]) => value !== '');
  return Object.fromEntries(given.map(([name, value]) => [name, Number(value)]));
}

/** Fields for the limits of a run. */
export function LimitFields({
  limits,
  onLimits,
}: {
  readonly limits: Limits;
  readonly onLimits: (limits: Limits) => void;
}) {
  return (
    <div className="field-grid">
      {limitFields.map(({ name, label, hint, step }) => (
        <NumberField
          key={name}
          label={label}
          hint={hint}
          step={step}
          value={limits[name]}
          onText={(text) => {
            onLimits({ ...limits, [name]: text });
          }}
        />
      ))}
    </div>
  );
}
