import { decide, memoryStore, removeRuns } from '@rlm/journal';
import { defineStore, type LogBackend } from '@rlm/journal/define';
import { readTrajectory, writeTrajectory, runMany } from '@rlm/runner';
import { scripted } from '@rlm/sandbox/scripted';

import { response, silence } from './runs.js';
import type { Hook, Row, Rows } from './row.js';

/** A sequence of which the next item is the hook. */
const sequenceOf = (next: Hook): AsyncIterable<never> => ({
  [Symbol.asyncIterator]: () => ({ next }),
});

/** Something that reads such a sequence to its end. */
const reading = (use: (sequence: AsyncIterable<never>) => Promise<unknown>): Row => ({
  answer: 'late',
  run: (hook) => Promise.race([use(sequenceOf(hook)), silence()]),
  seen: { 'never settles': /silence/ },
});

async function all(items: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** The methods of a backend that a list does not call. */
const unused = {} as Omit<LogBackend, 'list'>;

/** The sequences that a caller gives. */
export const sequenceRows: Rows = {
  'callModel(model)().next': {
    answer: 'late',
    run: (hook) => response({ model: () => sequenceOf(hook) }),
  },
  'LogBackend.list().next': reading((sequence) =>
    removeRuns(defineStore({ ...unused, list: () => sequence }), { olderThanMs: 0 }),
  ),
  'RunStore.list().next': reading((sequence) =>
    removeRuns({ ...memoryStore(), list: () => sequence as never }, { olderThanMs: 0 }),
  ),
  'RunStore.read().next': reading((sequence) =>
    decide({ ...memoryStore(), read: () => sequence as never }, 'run', { key: 'k', value: true }),
  ),
  'readTrajectory(pieces).next': reading((pieces) => all(readTrajectory(pieces))),
  'runMany(questions).next': reading(
    (questions) => runMany(questions, { model: () => 'FINAL(1)', sandbox: scripted([]) }).result,
  ),
  'writeTrajectory(events).next': reading((events) => all(writeTrajectory(events))),
};
