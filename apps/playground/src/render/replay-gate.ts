import { counted } from '../view/text/numbers.js';

/** What every event of a run has. */
interface GateEvent {
  readonly type: string;
  readonly step: number;
  readonly depth: number;
  readonly replayed?: boolean;
}

/** Keeps back what a run is only given again. */
export interface ReplayGate<Event> {
  readonly event: (event: Event) => void;
  /** No event follows. */
  readonly end: () => void;
}

/** Hands on the events that happen now; those of before become a line that says how many steps they are. */
export function createReplayGate<Event extends GateEvent>(
  handOn: (event: Event) => void,
  say: (text: string) => void,
): ReplayGate<Event> {
  let steps = 0;
  let openStep: { readonly step: number; hasReply: boolean; review?: Event } | undefined;
  let isReplaying = false;
  let isTold = false;

  const goLive = (): void => {
    if (!isReplaying) return;
    isReplaying = false;
    // A child that starts again, after its parent went on, is given its own part again.
    if (isTold) return;
    isTold = true;
    say(`replayed ${counted(steps, 'step')}`);
    if (openStep === undefined) return;
    say(`Step ${openStep.step}${openStep.hasReply ? ' goes on' : ''}`);
    // What a person has decided is why the step goes on.
    if (openStep.review !== undefined) handOn(openStep.review);
  };

  return {
    event(event) {
      if (event.replayed !== true) {
        goLive();
        handOn(event);
        return;
      }
      isReplaying = true;
      if (event.depth > 0) return;
      if (event.type === 'step-start') openStep = { step: event.step, hasReply: false };
      if (event.type === 'model-end' && openStep !== undefined) openStep.hasReply = true;
      if (event.type === 'task-review' && openStep !== undefined) openStep.review = event;
      if (event.type === 'step-end') {
        steps += 1;
        openStep = undefined;
      }
    },
    end: goLive,
  };
}
