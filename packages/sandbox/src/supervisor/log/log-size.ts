import { keyUnits } from './content-key.js';
import type { Entry, RecordedCall, RecordedSet } from './entry.js';

/**
 * Most text that a session's log keeps, in bytes: room for a long run's cells and answers, and little beside the memory of
 * a guest. The last value that the host set for each name is not counted.
 */
export const maxLogBytes: number = 64 * 1024 * 1024;

/** What an entry, or a call, takes besides its text: in memory, and in the time to check it. */
const objectBytes = 1_024;

/** Roughly, the memory of a log's entry: two bytes for each character. */
export function textBytes(entry: Entry): number {
  if (entry.type === 'set') {
    const { value } = entry;
    if ('file' in value) return objectBytes;
    return objectBytes + 2 * ('text' in value ? value.text : value.json).length;
  }
  const calls = entry.calls.reduce((sum, call) => sum + callBytes(call), 0);
  return objectBytes + 2 * (entry.code.length + entry.output.length) + calls;
}

/** The bytes of entries that {@link maxLogBytes} bounds. */
export function boundedBytes(entries: readonly Entry[]): number {
  const last = new Set<Entry>(lastSets(entries));
  return entries.reduce((sum, entry) => sum + (last.has(entry) ? 0 : textBytes(entry)), 0);
}

/** The last assignment of each name. */
export function lastSets(entries: readonly Entry[]): readonly RecordedSet[] {
  const sets = new Map<string, RecordedSet>();
  for (const entry of entries) if (entry.type === 'set') sets.set(entry.name, entry);
  return [...sets.values()];
}

/** Roughly, the memory of a call. One whose key is not ready counts as the longest key. */
export function callBytes({
  name,
  args,
  outcome,
}: Omit<RecordedCall, 'args'> & { readonly args: string | Promise<string> }): number {
  const result =
    'json' in outcome
      ? outcome.json.length
      : 'error' in outcome
        ? outcome.error.message.length
        : JSON.stringify(outcome.final).length;
  const key = typeof args === 'string' ? args.length : keyUnits;
  return objectBytes + 2 * (name.length + key + result);
}
