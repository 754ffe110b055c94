import { counted, grouped } from '../view/text/numbers.js';

/** Most files that are named as left out. */
const maxNotes = 5;

/** How many files were read, and how many were left out, in words. */
export function labelOf(files: number, skipped = 0, ignored = 0): string {
  const left = [
    ...(skipped === 0 ? [] : [`${counted(skipped, 'binary file')} skipped`]),
    ...(ignored === 0 ? [] : [`${grouped(ignored)} left out by .gitignore`]),
  ];
  return `${counted(files, 'file')}${left.length === 0 ? '' : ` (${left.join(', ')})`}`;
}

/** The result of reading, counted on the way. */
export interface Totals {
  files: number;
  /** Of the texts that were read. */
  bytes: number;
  skipped: number;
  ignored: number;
  readonly notes: string[];
}

/** The result of reading, in words for a person. */
export function wordsOf({ files, skipped, ignored, notes }: Totals): {
  readonly label: string;
  readonly notes?: readonly string[] | undefined;
} {
  const more = notes.length - maxNotes;
  const told = more > 0 ? [...notes.slice(0, maxNotes), `and ${more} more`] : notes;
  return { label: labelOf(files, skipped, ignored), notes: told.length === 0 ? undefined : told };
}
