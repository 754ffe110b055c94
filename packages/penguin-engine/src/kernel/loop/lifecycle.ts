import { abortedStop, messageOf, stopOf } from '../stop-reasons.js';
import { stopped, type Ending, type Flight, type Part } from './loop-state.js';
import { attend, invoke, within } from './wait.js';

/** Opens the protocol; gives the ending when that is the end already. */
export async function* open<Input, State, Answer>(
  flight: Flight<Input, State, Answer>,
): Part<Ending<Answer> | undefined> {
  const { protocol, input, scope } = flight;
  const early = scope.cut();
  if (early !== undefined) return stopped(early);
  const opening = invoke(() => protocol.open(input, scope.context));
  const attended = yield* attend(scope, opening);
  const cut = scope.cut();
  switch (attended.type) {
    case 'done':
      flight.opened = { state: attended.value };
      return cut === undefined ? undefined : stopped(cut);
    case 'failed':
      return stopped(cut ?? stopOf(attended.error));
    case 'left-behind':
      void closeLate(flight, opening);
      return stopped(cut ?? abortedStop('open did not end'));
  }
}

/** Ends the run's children and closes the protocol's state, within the time of grace each. */
export async function close<Input, State, Answer>(
  flight: Flight<Input, State, Answer>,
): Promise<void> {
  const { protocol, scope, opened } = flight;
  await within(scope, 'children_left_behind', scope.windUp());
  if (opened === undefined || protocol.close === undefined) return;
  const closing = invoke(() => protocol.close?.(opened.state));
  await within(scope, 'close_left_behind', closing).catch((error: unknown) => {
    scope.diagnose({ code: 'close_failed', message: messageOf(error) });
  });
}

/** Closes a state that was opened only after the run had ended. */
async function closeLate<Input, State, Answer>(
  flight: Flight<Input, State, Answer>,
  opening: Promise<State>,
): Promise<void> {
  try {
    await flight.protocol.close?.(await opening);
  } catch {
    // The run's result is given: nobody is left to report this to.
  }
}
