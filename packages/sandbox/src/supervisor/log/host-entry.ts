import type { LongText } from '../../contract/long-text.js';
import type { RecordedCell, RecordedSet } from '../../contract/replay-log.js';

/** One assignment by the host, as a session keeps it: a text in a file by the file. */
export interface HostSet extends Omit<RecordedSet, 'value'> {
  readonly value:
    | { readonly text: string }
    | { readonly json: string }
    | { readonly file: LongText };
}

/** An entry of a session's history. */
export type HostEntry = HostSet | RecordedCell;

/** An entry as it is in a log: of a file only its SHA-256 and its length. */
export function toRecorded(entry: HostEntry): RecordedSet | RecordedCell {
  if (entry.type !== 'set' || !('file' in entry.value)) return entry;
  const { sha256, bytes } = entry.value.file;
  return Object.freeze({ ...entry, value: { file: { sha256, bytes } } });
}
