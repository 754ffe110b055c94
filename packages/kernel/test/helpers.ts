import { actionResult } from '@rlm/policies';
import type { Protocol, RunContext, StepOutcome } from '../src/index.js';

export { actionResult };

export interface Ping {
  readonly type: 'ping';
  readonly count: number;
}

type Step = (
  count: number,
  context: RunContext,
) => Promise<'continue' | { final: string } | StepOutcome<number, string>>;

/** A protocol whose state counts its steps, each of which is what `step` says. */
export function countingProtocol(
  step: Step,
  more: Partial<Protocol<unknown, number, string, Ping>> = {},
): Protocol<unknown, number, string, Ping> {
  return {
    name: 'counting',
    open: () => Promise.resolve(0),
    async step(state, context) {
      const count = state + 1;
      context.emit({ type: 'ping', count });
      const made = await step(count, context);
      const result = actionResult({ output: String(count) });
      if (made === 'continue') return { type: 'continue', state: count, result };
      if ('final' in made) return { type: 'final', state: count, result, answer: made.final };
      return made;
    },
    ...more,
  };
}
