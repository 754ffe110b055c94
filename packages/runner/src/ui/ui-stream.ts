import type { Run } from '@rlm/kernel';
import {
  checkOptions,
  fields,
  oneOf,
  required,
  rule,
  type OptionRule,
} from '@rlm/repl-types/options';
import { checkOption, refuseOption } from '@rlm/repl-types/internal';

import { RunChunks } from './run-chunks.js';
import type { RunUIChunk } from './ui-chunk.js';

/** A run of any loop: `runRlm`, `runResponse`, `runTask`. */
export type UIRun = Pick<Run<{ readonly type: string }, unknown>, 'id' | 'abort'> &
  AsyncIterable<{ readonly type: string }>;

/** How a run is sent to a client. */
export interface UIStreamOptions {
  /** What a client that closes its connection does to the run: `abort` ends it, `continue` does not. Default `abort`. */
  readonly onClose?: 'abort' | 'continue' | undefined;
  /**
   * The header `Last-Event-ID` of a client that comes back: it gets what came after that event. An id of another run counts as none.
   * Default: from the start.
   */
  readonly lastEventId?: string | null | undefined;
}

/** A chunk, and the id of the event that it ends. */
export interface NumberedChunk {
  readonly chunk: RunUIChunk;
  readonly id: string;
}

const runRule: OptionRule = /* @__PURE__ */ rule(
  'a run (runRlm, runResponse, runTask)',
  (run) =>
    typeof run === 'object' &&
    run !== null &&
    Symbol.asyncIterator in run &&
    'abort' in run &&
    'id' in run,
);

const optionsRule = (): OptionRule =>
  fields<UIStreamOptions>({
    onClose: oneOf('abort', 'continue'),
    lastEventId: rule('text or null', (id) => typeof id === 'string' || id === null),
  });

/** The chunks of a run, each with the id that a client comes back with. A reader that is slow misses events, and gets a `gap` for them. */
export function numberedChunks(
  run: UIRun,
  options: UIStreamOptions = {},
): ReadableStream<NumberedChunk> {
  checkOption('run', run, required(runRule), refuseOption);
  checkOptions(options, optionsRule(), refuseOption);
  const { onClose = 'abort', lastEventId } = options;
  const seen = eventNumber(run.id, lastEventId);
  const events = run[Symbol.asyncIterator]();
  const chunks = new RunChunks(run.id, seen > 0);
  let number = 0;

  /** The chunks of the next event that is not known to the client yet; undefined after the last. */
  const next = async (): Promise<readonly NumberedChunk[] | undefined> => {
    for (;;) {
      const read = await events.next();
      if (read.done === true) return undefined;
      const event = read.value as Parameters<RunChunks['of']>[0];
      const missed = event.type === 'events-dropped' ? event.count : 1;
      const before = number;
      number += missed;
      // What was dropped may have been seen: then only the rest is missing.
      const isKnown = number <= seen;
      const left =
        event.type === 'events-dropped' && before < seen && !isKnown
          ? { ...event, count: number - seen }
          : event;
      const made = chunks.of(left, number);
      if (isKnown || made.length === 0) continue;
      return made.map((chunk) => ({ chunk, id: `${run.id}:${String(number)}` }));
    }
  };

  return new ReadableStream<NumberedChunk>(
    {
      async pull(controller) {
        const made = await next();
        if (made === undefined) controller.close();
        else for (const each of made) controller.enqueue(each);
      },
      async cancel() {
        if (onClose === 'abort') run.abort(new Error('The client closed its connection.'));
        // A reader that leaves ends its run: this one reads on, and keeps nothing.
        while ((await next()) !== undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/** The number of the last event that a client has seen, by its id. */
function eventNumber(runId: string, lastEventId: string | null | undefined): number {
  if (!lastEventId?.startsWith(`${runId}:`)) return 0;
  const text = lastEventId.slice(runId.length + 1);
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

/**
 * The events of a run as chunks of one message, as `useChat` and `readUIMessageStream` of the AI SDK take them: what the model writes as
 * reasoning (in the agent loop as text, with calls of tools), the answer as text, and code, output, sub-queries and budget as the data
 * parts of {@link RunUIData}. Throws `InvalidOptionError` for wrong options.
 */
export function toUIMessageStream(
  run: UIRun,
  options: UIStreamOptions = {},
): ReadableStream<RunUIChunk> {
  return numberedChunks(run, options).pipeThrough(
    new TransformStream<NumberedChunk, RunUIChunk>(
      {
        transform({ chunk }, controller) {
          controller.enqueue(chunk);
        },
      },
      { highWaterMark: 1 },
      { highWaterMark: 0 },
    ),
  );
}
