import { Field } from './field.js';

/** What can be chosen in a {@link SelectField}. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** A field in which one of several is chosen. */
export function SelectField({
  label,
  note,
  value,
  choices,
  onChoice,
}: {
  readonly label: string;
  readonly note?: string | undefined;
  readonly value: string | undefined;
  readonly choices: readonly Choice[];
  readonly onChoice: (value: string) => void;
}) {
  return (
    <Field label={label} note={note}>
      {(names) => (
        <select
          {...names}
          value={value}
          onChange={(event) => {
            onChoice(event.target.value);
          }}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
