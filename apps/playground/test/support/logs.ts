import { writeTrajectory, type RlmEvent } from '@rlm/runner';
import { expect } from 'vitest';

import { readLog } from '../../src/view/logs/read-log.js';
import { addEvents, emptyTree } from '../../src/view/add-event.js';
import type { RunView } from '../../src/view/run-view.js';
import { cell, eventsOf } from './example-runs.js';

/** Events as a trajectory. */
export async function textOf(events: readonly unknown[]): Promise<string> {
  let text = '';
  for await (const line of writeTrajectory(events as RlmEvent[])) text += line;
  return text;
}

/** The root run of a log. */
export async function runOf(text: string | readonly string[]): Promise<RunView> {
  const view = addEvents(emptyTree, await readLog(text));
  const root = view.runs[view.rootId];
  if (root === undefined) throw new Error('no root');
  return root;
}

/** Reads a log with an answer of so many bytes on one line, and one of half as many on many lines. */
export async function expectToRead(bytes: number): Promise<void> {
  const events = await eventsOf([cell('FINAL("one")')]);
  const long = 'ä'.repeat(bytes / 2);
  const answered = (await textOf(events)).replaceAll('"answer":"one"', `"answer":"${long}"`);
  expect((await runOf(answered)).end?.answer).toHaveLength(long.length);
  const [first] = events;
  const step = { ...first, type: 'notice', code: 'note', message: 'x'.repeat(1000) };
  const many = Array.from({ length: bytes / 2_000 }, () => step);
  expect(await readLog(await textOf([...events, ...many]))).toHaveLength(
    events.length + many.length,
  );
}
