import { suspend, type FinishOutcome } from '@rlm/kernel';
import { readDecision } from '@rlm/kernel/internal';

import type { EngineContext } from './events.js';
import type { EngineState } from './state.js';

/** Waits for a person's decision on a finish; null if the finish ends the run. */
export async function reviewFinish(
  finish: FinishOutcome,
  state: EngineState,
  context: EngineContext,
): Promise<{ notices: readonly string[] } | null> {
  state.reviewed = { finish, decision: null };
  const asked = { status: finish.status, summary: finish.summary };
  const given = await context.effects.run<unknown>({
    kind: 'review',
    input: asked,
    perform: () => Promise.resolve(suspend()),
  });
  const decision = readDecision(given);
  context.emit({ type: 'task-review', ...decision, ...asked });
  state.reviewed = decision.approved ? { finish, decision } : null;
  if (decision.approved) return null;
  const { reason = 'no reason was given' } = decision;
  state.finalOutput = null;
  return { notices: [`A person reviewed your work, and did not accept it: ${reason}`] };
}
