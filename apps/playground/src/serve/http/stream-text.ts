import type { ServerResponse } from 'node:http';

/** Pieces of a text, one after the other. */
export type TextPieces =
  Generator<string, void, undefined> | AsyncGenerator<string, void, undefined>;

/** A text in pieces, each made when the connection takes it. */
export interface TextStream {
  readonly pieces: (abortSignal: AbortSignal) => TextPieces;
  /** Called once: the stream has ended, or the connection has. */
  readonly onEnd: () => void;
  /** The connection: it may end before the stream was begun. */
  readonly connection: ServerResponse;
}

/** The body of an answer that goes out as it is taken. */
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
  connection.once('close', end);
  const generator = pieces(controller.signal);
  return new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        const next = await generator.next();
        if (isOver) return;
        if (next.done !== true) {
          stream.enqueue(encoder.encode(next.value));
          return;
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
