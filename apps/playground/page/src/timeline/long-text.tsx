import { useState } from 'react';

import { plural } from '../parts/numbers.js';

const maxLines = 24;
const maxChars = 3000;

/** A text from a run. Of a long one the beginning, with a button for the rest. */
export function LongText({
  text,
  className = '',
  isOpen,
  onOpen,
}: {
  readonly text: string;
  readonly className?: string;
  /** Without it, the text knows by itself whether it is open. */
  readonly isOpen?: boolean;
  readonly onOpen?: () => void;
}) {
  const [isOwnOpen, setOwnOpen] = useState(false);
  const shown = (isOpen ?? isOwnOpen) ? text : beginningOf(text);
  return (
    <>
      <pre className={`text ${className}`}>{shown}</pre>
      {shown.length < text.length && (
        <button
          type="button"
          className="quiet"
          onClick={
            onOpen ??
            (() => {
              setOwnOpen(true);
            })
          }
        >
          Show all {plural(text.split('\n').length, 'line')}, {plural(text.length, 'character')}
        </button>
      )}
    </>
  );
}

function beginningOf(text: string): string {
  let end = -1;
  for (let line = 0; line < maxLines; line += 1) {
    end = text.indexOf('\n', end + 1);
    if (end === -1) break;
  }
  return text.slice(0, Math.min(end === -1 ? text.length : end, maxChars));
}
