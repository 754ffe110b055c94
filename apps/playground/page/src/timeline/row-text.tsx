import { LongText } from './long-text.js';
import { useRowContext } from './row-context.js';

/** A text in a row: whether it is open outlives its being scrolled out of sight. */
export function RowText({
  text,
  name,
  className = '',
}: {
  readonly text: string;
  /** The row's key, with a suffix if a row has several texts. */
  readonly name: string;
  readonly className?: string;
}) {
  const { open, toggle } = useRowContext();
  return (
    <LongText
      text={text}
      className={className}
      isOpen={open.has(name)}
      onOpen={() => {
        toggle(name);
      }}
    />
  );
}
