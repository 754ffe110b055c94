/** What an answer may have: all of it, or an event of one that comes in events without an end. */
const maxBytes = 64 * 2 ** 20;

/**
 * An answer whose body fails once it is too long to be what it claims to be: whoever reads it keeps all of it, or the event that has
 * not ended yet. The limit counts what is unpacked. Throws for a status that HTTP does not have.
 */
export function boundedResponse(response: Response, place: string, most = maxBytes): Response {
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  if (status > 599) throw new Error(`${place} answered ${status}, which is no status of HTTP`);
  const isInEvents = /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');
  const left = isInEvents ? createEventCounter() : createCounter();
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      if (left(piece) > most) {
        const what = isInEvents ? 'an event' : 'an answer';
        throw new Error(
          `${place} sent ${what} of more than ${most / 2 ** 20} MB, which is no model's reply`,
        );
      }
      controller.enqueue(piece);
    },
  });
  return new Response(body.pipeThrough(bounded), { status, statusText, headers });
}

/** Gives how many bytes have to be kept after a piece. */
type Counter = (piece: Uint8Array) => number;

function createCounter(): Counter {
  let bytes = 0;
  return (piece) => (bytes += piece.length);
}

const lineFeed = 10;
const carriageReturn = 13;

/** Of server-sent events, each of which ends with an empty line. */
function createEventCounter(): Counter {
  /** Of the event that has not ended, and of its last line. */
  let eventBytes = 0;
  let lineBytes = 0;
  let lastByte = lineFeed;
  return (piece) => {
    let start = 0;
    for (let at = piece.indexOf(lineFeed); at >= 0; at = piece.indexOf(lineFeed, start)) {
      const before = at > 0 ? piece[at - 1] : lastByte;
      const length = lineBytes + at - start;
      eventBytes += at + 1 - start;
      if (length === 0 || (length === 1 && before === carriageReturn)) eventBytes = 0;
      lineBytes = 0;
      start = at + 1;
    }
    lineBytes += piece.length - start;
    eventBytes += piece.length - start;
    lastByte = piece.at(-1) ?? lastByte;
    return eventBytes;
  };
}
