import { useId, type ReactNode } from 'react';

/** A field of a form: its label, the field, and what is to be known of it. */
export function Field({
  label,
  note,
  children,
}: {
  readonly label: string;
  readonly note?: string | undefined;
  /** The field, which takes both attributes. */
  readonly children: (names: FieldNames) => ReactNode;
}) {
  const id = useId();
  const noteId = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': note === undefined ? undefined : noteId })}
      {note !== undefined && <small id={noteId}>{note}</small>}
    </div>
  );
}

/** What ties a field to its label and its note. */
interface FieldNames {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
}
