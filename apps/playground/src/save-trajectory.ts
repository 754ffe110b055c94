import type { EngineEvent } from '@rlm/penguin-engine';
import { writeTrajectory, type RlmEvent } from '@rlm/runner';

import { openOwnFile } from './files/own-file.js';
import { UsageError } from './usage-error.js';

/** A file that the events of a run are written to as they come. */
export interface SavedTrajectory {
  readonly file: string;
  readonly event: (event: RlmEvent | EngineEvent) => void;
  /** No event follows: resolves when all are written. */
  readonly end: () => Promise<void>;
}

/** Opens the file of a trajectory, if one is named: for its owner alone. Throws {@link UsageError} if it cannot be written. */
export async function saveTrajectory(
  file: string | undefined,
): Promise<SavedTrajectory | undefined> {
  if (file === undefined) return undefined;
  const handle = await openOwnFile(file).catch((error: unknown) => {
    throw new UsageError(`--save ${file} cannot be written: ${(error as Error).message}`);
  });
  const waiting: RlmEvent[] = [];
  let isEnded = false;
  let wake = (): void => undefined;

  async function* events(): AsyncGenerator<RlmEvent> {
    for (;;) {
      const event = waiting.shift();
      if (event !== undefined) yield event;
      else if (isEnded) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }

  const written = (async () => {
    try {
      for await (const line of writeTrajectory(events())) await handle.write(line);
    } finally {
      await handle.close();
    }
  })();
  // A full disk is reported at the end: the answer is worth more.
  written.catch(() => undefined);
  return {
    file,
    event(event) {
      // A trajectory takes the events of any run, as JSON.
      waiting.push(event as RlmEvent);
      wake();
    },
    end() {
      isEnded = true;
      wake();
      return written;
    },
  };
}

/** Waits until all of a trajectory is written, and reports a failure to the person. */
export async function endSaved(
  saved: SavedTrajectory | undefined,
  say: (words: string) => void,
): Promise<void> {
  await saved?.end().catch((error: unknown) => {
    say(`rlm: the trajectory could not be written to ${saved.file}: ${(error as Error).message}`);
  });
}
