import type { ActionResult, PolicyContext } from '../shapes/policy.js';

/** One step of a made-up run. */
export interface SampleStep {
  readonly result: ActionResult;
  readonly context: PolicyContext;
}

function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  }
  return value;
}

const outputs = [
  'starting',
  '',
  'the same',
  'the same',
  'the same',
  "so FINAL('42')",
  '7',
] as const;

/** A step with a value in every field that policies read; `at` counts from 0. */
export function sampleStep(at: number): SampleStep {
  const output = outputs[at % outputs.length] ?? '';
  const failed = at % 3 === 1;
  const call = { action: 'look', result: output, status: 'completed', arguments: { at: at % 5 } };
  return freeze({
    result: {
      actionType: at % 11 === 10 ? 'final' : 'code',
      success: !failed,
      output,
      error: failed ? 'ValueError: bad' : null,
      durationMs: 10 * at,
      tokensUsed: 100,
      metadata: {
        confidence: (at % 10) / 10,
        code: `print(${at % 4})`,
        turn: { reply: output, results: at % 2 === 0 ? [call] : [], mode: 'task' },
      },
    },
    context: {
      task: 'a task',
      step: at + 1,
      maxSteps: 30,
      history: [],
      variables: { x: at % 4 },
      metrics: {
        last_reward: failed ? -0.2 : 0.1,
        elapsed_ms: at,
        total_tokens: 100 * at,
        cost_usd: 0,
      },
      config: {},
    },
  });
}

/** The first steps of the made-up run. */
export function sampleRun(length: number): readonly SampleStep[] {
  return Array.from({ length }, (_, at) => sampleStep(at));
}
