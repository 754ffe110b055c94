import type { RefObject } from 'react';

/** The field that `/` focuses, and the position among the matches. */
export function SearchBar({
  words,
  count,
  at,
  field,
  onWords,
  onMove,
  onLeave,
}: {
  readonly words: string;
  readonly count: number;
  /** From 0; -1 before the first. */
  readonly at: number;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onWords: (words: string) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onLeave: () => void;
}) {
  return (
    <search className="search">
      <input
        ref={field}
        type="search"
        aria-label="Search in this run"
        placeholder="Search  /"
        value={words}
        onChange={(event) => {
          onWords(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault();
            onWords('');
            onLeave();
          }
          if (event.key === 'Enter') {
            event.preventDefault();
            onMove(event.shiftKey ? -1 : 1);
            onLeave();
          }
        }}
      />
      <output aria-live="polite">{describe(words, count, at)}</output>
      {count > 0 && (
        <>
          <button
            type="button"
            className="icon"
            aria-label="Previous place (N)"
            onClick={() => {
              onMove(-1);
            }}
          >
            ↑
          </button>
          <button
            type="button"
            className="icon"
            aria-label="Next place (n)"
            onClick={() => {
              onMove(1);
            }}
          >
            ↓
          </button>
        </>
      )}
    </search>
  );
}

function describe(words: string, count: number, at: number): string {
  if (words.trim() === '') return '';
  if (count === 0) return 'nothing found';
  return at === -1 ? `${count} places` : `${at + 1} of ${count}`;
}
