import type { RlmState } from '../run/state.js';
import { countChars } from '../run/transcript-turn.js';

/** Publishes that the session is open, when it is. Rejects if it could not be opened. */
export async function tellOpen({
  plan,
  host,
  scope,
  opening,
}: Pick<RlmState, 'plan' | 'host' | 'scope' | 'opening'>): Promise<void> {
  if (!host.isReady) await host.ready();
  const { sandbox } = plan.options;
  scope.context.emit({
    type: 'session-open',
    query: plan.query,
    contexts: host.contexts.map(({ name, typeName, totalLength }) => ({
      name,
      typeName,
      totalLength,
    })),
    backend: sandbox.name,
    language: sandbox.language,
    promptChars: countChars(opening),
  });
}

/**
 * Waits until the session is open. It opens beside the first model call, so this is where a fault of
 * its opening ends the run.
 */
export function joinSession({ scope, whenOpen }: RlmState): Promise<void> {
  return scope.context.effects.busy(whenOpen);
}
