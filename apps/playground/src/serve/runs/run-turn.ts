import type { Room } from './room.js';

/** What runs about large texts share. */
export interface SharedRooms {
  /** Characters in the memory of sessions. */
  readonly memory: Room;
  /** Runs that compute. */
  readonly turns: Room;
  /** A text of so many characters or fewer takes no room. */
  readonly small: number;
}

/** The turn of one run: it computes when it has it, and gives it away while it waits for a reply. */
export interface RunTurn {
  /** Waits for memory, and for the turn; again at once where it has both. */
  begin(): Promise<void>;
  /** A reply is waited for. */
  pause(): void;
  /** The reply is there: waits for the turn. */
  resume(): Promise<void>;
  end(): void;
}

/** How long a run waits for its turn when it has its reply: then it goes on without. */
const mostMs = 60_000;

/** The turn of a run that goes on until the signal. */
export function createRunTurn(
  { memory, turns, small }: SharedRooms,
  { client, characters }: { readonly client: string; readonly characters: number },
  abortSignal: AbortSignal,
): RunTurn {
  let replies = 0;
  let hasEnded = false;
  let leaveTurn: (() => void) | undefined;
  let leaveMemory: (() => void) | undefined;
  let beginning: Promise<void> | undefined;

  const leave = (): void => {
    leaveTurn?.();
    leaveTurn = undefined;
  };
  const take = async (signal: AbortSignal): Promise<void> => {
    const left = await turns.enter(client, 1, signal);
    if (hasEnded || replies > 0 || leaveTurn !== undefined) left();
    else leaveTurn = left;
  };
  const enter = async (): Promise<void> => {
    leaveMemory = await memory.enter(client, characters, abortSignal);
    if (hasEnded) leaveMemory();
    else await take(abortSignal);
  };

  return {
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
      // The call that has its reply must not fail for this; of a run that was stopped, nobody waits any more.
      const patience = AbortSignal.any([abortSignal, AbortSignal.timeout(mostMs)]);
      await take(patience).catch(() => undefined);
    },
    end() {
      hasEnded = true;
      leave();
      leaveMemory?.();
    },
  };
}
