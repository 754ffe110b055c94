import type { RlmEvent } from '@rlm/runner';
import { describe, expect, it } from 'vitest';

import { createReplayGate } from '../../src/render/replay-gate.js';

const event = (type: string, step: number, replayed: boolean, depth = 0): RlmEvent =>
  ({ type, step, depth, ...(replayed ? { replayed } : {}) }) as RlmEvent;

function shown(events: readonly RlmEvent[]): readonly string[] {
  const lines: string[] = [];
  const gate = createReplayGate(
    (given) => lines.push(`${given.type} ${given.step}`),
    (words) => lines.push(words),
  );
  events.forEach(gate.event);
  gate.end();
  return lines;
}

describe('createReplayGate', () => {
  it('hands on all of a run that has nothing to replay', () => {
    expect(shown([event('run-start', 0, false), event('step-start', 1, false)])).toEqual([
      'run-start 0',
      'step-start 1',
    ]);
  });

  it('tells of what is given again in a line, and of a step that goes on', () => {
    const before = [event('step-start', 1, true), event('step-end', 1, true)];
    const begun = [event('step-start', 2, true), event('model-end', 2, true)];
    const now = event('code-start', 2, false);
    expect(shown([event('run-start', 0, false), ...before, ...begun, now])).toEqual([
      'run-start 0',
      'replayed 1 step',
      'Step 2 goes on',
      'code-start 2',
    ]);
    expect(
      shown([...before, event('step-start', 2, true), event('model-start', 2, false)]),
    ).toEqual(['replayed 1 step', 'Step 2', 'model-start 2']);
    expect(shown(before)).toEqual(['replayed 1 step']);
  });

  it('hands on the review that a step goes on with', () => {
    const begun = [event('step-start', 1, true), event('task-review', 1, true)];
    expect(shown([...begun, event('step-end', 1, false)])).toEqual([
      'replayed 0 steps',
      'Step 1',
      'task-review 1',
      'step-end 1',
    ]);
    expect(shown([...begun, event('step-end', 1, true)])).toEqual(['replayed 1 step']);
  });

  it('keeps back what a child is given again after its parent went on', () => {
    const child = event('step-start', 1, true, 1);
    expect(
      shown([
        event('step-end', 1, true),
        event('step-start', 2, false),
        child,
        event('step-end', 2, false),
      ]),
    ).toEqual(['replayed 1 step', 'step-start 2', 'step-end 2']);
  });
});
