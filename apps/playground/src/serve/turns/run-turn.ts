import type { ClientSemaphore } from './client-semaphore.js';

/** What runs about large texts share. */
export interface SharedSemaphores {
  /** Characters in the memory of sessions. */
  readonly memory: ClientSemaphore;
  /** Runs that compute. */
  readonly turns: ClientSemaphore;
  /** A text with at most this number of characters takes no memory quota. */
  readonly small: number;
}

/** The turn of one run: it computes when it has it, and gives it away while it waits for a reply. */
export interface RunTurn {
  /** Whether the run could go on, but for memory or for its turn. */
  readonly isWaiting: boolean;
  /** Waits for memory, and for the turn. Returns at once if it already has both. */
  begin(): Promise<void>;
  /** A reply is waited for. */
  pause(): void;
  /** The reply is there: waits for the turn. */
  resume(): Promise<void>;
  end(): void;
}

/** How long a run waits for its turn when it has its reply: then it goes on without. */
const maxMs = 60_000;

/**
 * The turn of a run that goes on until the signal.
 *
 * @param onChange Told when the run begins or ends to wait.
 */
export function createRunTurn(
  { memory, turns, small }: SharedSemaphores,
  { client, characters }: { readonly client: string; readonly characters: number },
  abortSignal: AbortSignal,
  onChange: () => void = () => undefined,
): RunTurn {
  let replies = 0;
  let hasEnded = false;
  let leaveTurn: (() => void) | undefined;
  let leaveMemory: (() => void) | undefined;
  let beginning: Promise<void> | undefined;
  let waits = 0;

  const waitFor = async (turn: Promise<() => void>): Promise<() => void> => {
    waits += 1;
    // If it fits at once, the request is not reported.
    const told = setImmediate(onChange);
    try {
      return await turn;
    } finally {
      clearImmediate(told);
      waits -= 1;
      onChange();
    }
  };

  const leave = (): void => {
    leaveTurn?.();
    leaveTurn = undefined;
  };
  const take = async (signal: AbortSignal): Promise<void> => {
    const left = await waitFor(turns.enter(client, 1, signal));
    if (hasEnded || replies > 0 || leaveTurn !== undefined) left();
    else leaveTurn = left;
  };
  const enter = async (): Promise<void> => {
    leaveMemory = await waitFor(memory.enter(client, characters, abortSignal));
    if (hasEnded) leaveMemory();
    else await take(abortSignal);
  };

  return {
    get isWaiting() {
      return waits > 0 && replies === 0 && leaveTurn === undefined && !hasEnded;
    },
    begin() {
      if (characters > small) beginning ??= enter();
      return beginning ?? Promise.resolve();
    },
    pause() {
      replies += 1;
      leave();
    },
    async resume() {
      replies -= 1;
      if (replies > 0 || beginning === undefined) return;
      // A call that has its reply must not fail because of this. After a run was stopped, its calls no longer wait.
      const patience = AbortSignal.any([abortSignal, AbortSignal.timeout(maxMs)]);
      await take(patience).catch(() => undefined);
    },
    end() {
      hasEnded = true;
      leave();
      leaveMemory?.();
    },
  };
}
