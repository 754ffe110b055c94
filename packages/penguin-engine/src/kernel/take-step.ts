import { attend, type Attended } from './attend.js';
import type { Protocol, StepOutcome } from './protocol.js';
import type { PublishedEvent, RunScope } from './run-scope.js';

/** Drives one step of a protocol to its end, or to where the run is cut short. */
export async function* takeStep<State, Answer>(
  protocol: Protocol<never, State, Answer, { readonly type: string }>,
  state: State,
  scope: RunScope,
): AsyncGenerator<PublishedEvent, Attended<StepOutcome<State, Answer>>, undefined> {
  const iterator = protocol.step(state, scope.context);
  let running = true;
  try {
    for (;;) {
      const attended = yield* attend(scope, iterator.next());
      if (attended.type !== 'done') {
        running = attended.type === 'left-behind';
        return attended;
      }
      const { value } = attended;
      if (value.done === true) {
        running = false;
        return { type: 'done', value: value.value };
      }
      scope.publish(value.value);
      if (scope.cut() !== undefined) {
        running = false;
        yield* attend(scope, iterator.return(undefined as never));
        return { type: 'left-behind' };
      }
    }
  } finally {
    if (running) iterator.return(undefined as never).catch(() => undefined);
  }
}
