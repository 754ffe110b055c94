import type { ServerResponse } from 'node:http';

import { slicesOf } from './slices.js';

/** Pieces of a text, one after the other. */
export type TextPieces =
  | Generator<string, void, undefined>
  | AsyncGenerator<string, void, undefined>;

/** A text in pieces, each made when the connection takes it. */
export interface TextStream {
  readonly pieces: (abortSignal: AbortSignal) => TextPieces;
  /** Called once: the stream has ended, or the connection has. */
  readonly onEnd: () => void;
  /** The connection: it may end before the stream was begun. */
  readonly connection: ServerResponse;
}

/** The body of an answer that goes out as it is taken: of what waits to be taken, a small part is there as bytes. */
export function streamText({ pieces, onEnd, connection }: TextStream): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const controller = new AbortController();
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    connection.off('close', end);
    controller.abort();
    onEnd();
  };
  const hasEnded = (): boolean => isOver;
  connection.once('close', end);
  const generator = pieces(controller.signal);
  let slices = slicesOf('');
  return new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        for (;;) {
          const slice = slices.next();
          if (slice.done !== true) {
            stream.enqueue(encoder.encode(slice.value));
            return;
          }
          const next = await generator.next();
          if (hasEnded()) return;
          if (next.done === true) break;
          slices = slicesOf(next.value);
        }
        end();
        stream.close();
      },
      cancel: end,
    },
    // Nothing is made ahead.
    { highWaterMark: 0 },
  );
}
