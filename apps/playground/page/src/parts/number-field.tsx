import { Field } from './field.js';

/** A field for a number that is not below 0, as it is typed; empty without a number. */
export function NumberField({
  label,
  hint,
  step = 'any',
  value,
  onText,
}: {
  readonly label: string;
  /** Applies if the field is empty. */
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
