import { writeTrajectory, type RlmEvent } from '@rlm/runner';
import { expect } from 'vitest';

import { readLog } from '../../src/view/logs/read-log.js';
import { addEvents, emptyTree } from '../../src/view/add-event.js';
import type { RunView } from '../../src/view/run-view.js';

/** Events as a trajectory. */
export async function textOf(events: readonly unknown[]): Promise<string> {
  let text = '';
  for await (const line of writeTrajectory(events as RlmEvent[])) text += line;
  return text;
}

/** The root run of a log. */
export async function runOf(text: string | readonly string[]): Promise<RunView> {
  const view = addEvents(emptyTree, (await readLog(text)).events);
  const root = view.runs[view.rootId];
  if (root === undefined) throw new Error('no root');
  return root;
}

/** A log as the reference implementation writes it. */
export const reference = (lines: readonly object[]): string =>
  lines.map((line) => JSON.stringify({ timestamp: '2026-01-02T03:04:05.678', ...line })).join('\n');
/** Its first line. */
export const metadata = {
  type: 'metadata',
  root_model: 'some-model',
  max_depth: 1,
  max_iterations: 3,
  backend: 'openai',
  environment_type: 'local',
};
/** A line of a turn. */
export const turn = (fields: object): object => ({
  type: 'iteration',
  prompt: [
    { role: 'system', content: 'Be good.' },
    { role: 'user', content: 'How many moons?' },
  ],
  code_blocks: [],
  final_answer: null,
  iteration_time: 2,
  ...fields,
});

/** Reads a log of so many bytes, nearly all on one line, and one of half as many on many lines. */
export async function expectToRead(bytes: number): Promise<void> {
  const long = 'ä'.repeat(bytes / 2);
  const run = await runOf(reference([metadata, turn({ response: long, final_answer: long })]));
  expect(run.end?.answer).toHaveLength(long.length);
  const many = turn({ response: 'x'.repeat(1000) });
  const steps = bytes / 2_000;
  const log = reference([metadata, ...Array.from({ length: steps }, () => many)]);
  expect((await runOf(log)).steps).toHaveLength(steps);
}
