import { attend, type Attended } from './attend.js';
import type { Protocol, StepOutcome } from './protocol.js';
import type { PublishedEvent, RunScope } from './run-scope.js';
import { abortedStop } from './stop-reasons.js';
import { within } from './within.js';

/** Drives one step of a protocol to its end, or to where the run is cut short. */
export async function* takeStep<State, Answer>(
  protocol: Protocol<never, State, Answer, { readonly type: string }>,
  state: State,
  scope: RunScope,
): AsyncGenerator<PublishedEvent, Attended<StepOutcome<State, Answer>>, undefined> {
  const iterator = protocol.step(state, scope.context);
  let unfinished = true;
  try {
    for (;;) {
      const attended = yield* attend(scope, iterator.next());
      if (attended.type !== 'done') {
        unfinished = false;
        if (attended.type === 'left-behind')
          iterator.return(undefined as never).catch(() => undefined);
        return attended;
      }
      const { value } = attended;
      if (value.done === true) {
        unfinished = false;
        return { type: 'done', value: value.value };
      }
      scope.publish(value.value);
      if (scope.cut() !== undefined) {
        unfinished = false;
        yield* attend(scope, iterator.return(undefined as never));
        return { type: 'left-behind' };
      }
    }
  } finally {
    // Only a reader that leaves the loop early gets here with the step under way.
    if (unfinished) {
      scope.interrupt(abortedStop('its reader left'));
      const ending = iterator.return(undefined as never);
      await within(scope, 'step_left_behind', ending).catch(() => undefined);
    }
  }
}
