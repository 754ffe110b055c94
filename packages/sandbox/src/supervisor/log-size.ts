import type { RecordedCall, RecordedCell, RecordedSet } from './replay-log.js';

/**
 * Most text that a session's log keeps, in bytes: room for a long run's cells and answers, and little beside the memory of
 * a guest. The last value that the host set for each name is not counted.
 */
export const mostLogBytes: number = 64 * 1024 * 1024;

/** What an entry's objects take beside its text. */
const objectBytes = 200;

/** About what an entry of a log takes in memory: two bytes for each character. */
export function textBytes(entry: RecordedSet | RecordedCell): number {
  if (entry.type === 'set') {
    return objectBytes + 2 * ('text' in entry.value ? entry.value.text : entry.value.json).length;
  }
  const calls = entry.calls.reduce((sum, call) => sum + callBytes(call), 0);
  return objectBytes + 2 * (entry.code.length + entry.output.length) + calls;
}

function callBytes({ name, args, outcome }: RecordedCall): number {
  const result =
    'json' in outcome
      ? outcome.json.length
      : 'error' in outcome
        ? outcome.error.message.length
        : JSON.stringify(outcome.final).length;
  return objectBytes + 2 * (name.length + args.length + result);
}
