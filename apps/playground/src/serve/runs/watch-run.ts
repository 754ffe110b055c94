import type { Clock } from '@rlm/kernel';

import type { HandPrompt } from '../../api.js';
import { pieceCharacters } from '../http/slices.js';
import type { LiveRun } from './live-run.js';

/** How a reader is served. */
export interface WatchOptions {
  /** The first event that the reader has not seen. */
  readonly from: number;
  readonly clock: Clock;
  /** How often something is said when there is nothing to say, so that a dead connection is found. */
  readonly heartbeatMs: number;
  readonly abortSignal: AbortSignal;
}

const sent = (event: string, data: unknown): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * The events of a run as server-sent events, in pieces; the next piece is made when it is asked for, so that a reader who is slow
 * costs its place in the events, and no memory for each of them.
 */
export async function* watchRun(
  run: LiveRun,
  options: WatchOptions,
): AsyncGenerator<string, void, undefined> {
  const { clock, heartbeatMs, abortSignal } = options;
  const told = new Set<string>();
  let at = Math.min(options.from, run.log.length);
  // The status of a live run is sent at once, and when it changes. Of a run that is over, `end` has it.
  let wasWaiting = run.hasEnded ? false : undefined;
  yield ': the events of a run\n\n';
  while (!abortSignal.aborted) {
    const changed = run.changes.next();
    const { hasEnded, isWaiting } = run;
    const lines = run.log.slice(at, pieceCharacters);
    const changes = [
      ...(isWaiting === wasWaiting ? [] : [sent('status', run.info())]),
      ...promptChanges(run, told),
    ];
    wasWaiting = isWaiting;
    yield* asEvents(lines, at);
    at += lines.length;
    yield* changes;
    if (lines.length > 0 || changes.length > 0) continue;
    if (hasEnded) {
      yield sent('end', run.info());
      return;
    }
    if (await isQuiet(changed, { clock, heartbeatMs, abortSignal })) yield ': still here\n\n';
  }
}

/** Lines as events. A long one is not copied: many readers may wait with it. */
function* asEvents(lines: readonly string[], from: number): Generator<string, void, undefined> {
  const [line = ''] = lines;
  if (line.length > pieceCharacters) {
    yield `id: ${from}\ndata: `;
    yield line;
    yield '\n\n';
  } else if (lines.length > 0) {
    yield lines.map((each, index) => `id: ${from + index}\ndata: ${each}\n\n`).join('');
  }
}

/** Each prompt as it is sent, once for all readers. */
const sentPrompts = new WeakMap<HandPrompt, string>();

function sentPrompt(prompt: HandPrompt): string {
  const text = sentPrompts.get(prompt) ?? sent('prompt', prompt);
  sentPrompts.set(prompt, text);
  return text;
}

/** The waiting prompts that a reader has not yet got. Only their names are kept. */
function promptChanges({ parts: { desk } }: LiveRun, told: Set<string>): readonly string[] {
  const pending = desk?.pending() ?? [];
  const pieces: string[] = [];
  for (const promptId of told) {
    if (pending.some((prompt) => prompt.promptId === promptId)) continue;
    told.delete(promptId);
    pieces.push(sent('answered', { promptId }));
  }
  for (const prompt of pending) {
    if (told.has(prompt.promptId)) continue;
    told.add(prompt.promptId);
    pieces.push(sentPrompt(prompt));
  }
  return pieces;
}

/** Whether nothing has changed for the time of a heartbeat. */
async function isQuiet(
  changed: Promise<void>,
  { clock, heartbeatMs, abortSignal }: Omit<WatchOptions, 'from'>,
): Promise<boolean> {
  const sleep = new AbortController();
  const abort = (): void => {
    sleep.abort();
  };
  abortSignal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([
      changed.then(() => false),
      clock.sleep(heartbeatMs, sleep.signal).then(
        () => true,
        () => false,
      ),
    ]);
  } finally {
    abortSignal.removeEventListener('abort', abort);
    sleep.abort();
  }
}
