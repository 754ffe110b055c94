import { useId, type ReactNode } from 'react';

/** A part of the side: a heading, and its content. */
export function Panel({
  title,
  note,
  children,
}: {
  readonly title: string;
  readonly note?: string | undefined;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <h3 id={id}>
        {title}
        {note !== undefined && <span className="figure">{note}</span>}
      </h3>
      {children}
    </section>
  );
}
