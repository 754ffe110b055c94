import { Field } from './field.js';

/** A field for a number that is not below 0, as it is typed; empty where there is none. */
export function NumberField({
  label,
  hint,
  step = 'any',
  value,
  onText,
}: {
  readonly label: string;
  /** What holds where nothing is typed. */
  readonly hint: string;
  readonly step?: '1' | 'any';
  readonly value: string | number;
  readonly onText: (text: string) => void;
}) {
  return (
    <Field label={label}>
      {(names) => (
        <input
          {...names}
          type="number"
          min="0"
          step={step}
          inputMode="decimal"
          placeholder={hint}
          value={value}
          onChange={(event) => {
            onText(event.target.value);
          }}
        />
      )}
    </Field>
  );
}
