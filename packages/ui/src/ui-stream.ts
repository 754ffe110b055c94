import type { Run, StopReason } from '@rlm/kernel';
import {
  checkOptions,
  fields,
  oneOf,
  required,
  rule,
  type OptionRule,
} from '@rlm/repl-types/options';
import { callable, checkOption, refuseOption } from '@rlm/repl-types/internal';

import { createErrorTeller, tellOfResult } from './error-teller.js';
import type { PlacedEvent } from './place.js';
import { RunReader, type NumberedChunk } from './run-reader.js';
import type { RunUIChunk } from './ui-chunk.js';

/** A run of any loop: `runRlm`, `runResponse`, `runTask`. */
export type UIRun = Pick<Run<{ readonly type: string }, unknown>, 'id' | 'abort'> &
  AsyncIterable<{ readonly type: string }>;

/** How a run is sent to a client. */
export interface UIStreamOptions {
  /** What a client that closes its connection does to the run: `abort` ends it, `continue` does not. Default `abort`. */
  readonly onClose?: 'abort' | 'continue' | undefined;
  /**
   * The header `Last-Event-ID` of a client that comes back: it gets what came after that event, also if the run is another process's
   * and replayed from its journal. An id of another run counts as none. Default: from the start.
   */
  readonly lastEventId?: string | null | undefined;
  /**
   * Called once if the run ends in an error (`finishReason: 'error'`), with the `stop` of its result: for the log of a server, since a
   * client gets no more than the code. It is called whether or not the client reads to the end. The response ends once it has settled, or
   * after 5 s. If it fails, that is a warning of the process.
   */
  readonly onError?: ((stop: StopReason) => unknown) | undefined;
}

const runRule: OptionRule = rule(
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
    onError: callable,
  });

/** The chunks of a run, each with the id that a client comes back with. A reader that is slow misses events, and gets a `gap` for them. */
export function numberedChunks(
  run: UIRun,
  options: UIStreamOptions = {},
): ReadableStream<NumberedChunk> {
  checkOption('run', run, required(runRule), refuseOption);
  checkOptions(options, optionsRule(), refuseOption);
  const { onClose = 'abort', lastEventId, onError } = options;
  const reader = new RunReader(run.id, lastEventId);
  const events = run[Symbol.asyncIterator]();
  const errors = onError && createErrorTeller(onError);
  if (errors !== undefined) tellOfResult(run, errors);

  /** The chunks of the next event that the client does not have; undefined after the last. */
  const next = async (): Promise<readonly NumberedChunk[] | undefined> => {
    for (;;) {
      const read = await events.next();
      if (read.done === true) {
        await errors?.told();
        return undefined;
      }
      const event = read.value as PlacedEvent;
      if (event.type === 'run-end' && event.depth === 0 && 'result' in event)
        errors?.read(event.result);
      const made = reader.read(event);
      if (made.length > 0) return made;
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
