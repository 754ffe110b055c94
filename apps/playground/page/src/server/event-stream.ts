/** One server-sent event. */
export interface ServerEvent {
  readonly id: string | undefined;
  /** `message` if it has no name. */
  readonly name: string;
  readonly data: string;
}

/**
 * Reads server-sent events from pieces of their text, as our server writes them: each field once, and on one line. Ends with the
 * connection, however that ends.
 */
export async function* readEvents(
  pieces: ReadableStream<string>,
): AsyncGenerator<ServerEvent, void, undefined> {
  // A long event comes in many pieces, each of which is looked at once.
  let held: string[] = [];
  let lineBreak = '';
  const reader = pieces.getReader();
  try {
    for (;;) {
      const { value } = await reader.read().catch(() => ({ value: undefined }));
      if (value === undefined) return;
      const [first = '', ...others] = (lineBreak + value).split('\n\n');
      held.push(first);
      for (const other of others) {
        yield* readEvent(held.join(''));
        held = [other];
      }
      // The empty line after an event may come in two pieces.
      const last = held.pop() ?? '';
      lineBreak = last.endsWith('\n') ? '\n' : '';
      held.push(lineBreak === '' ? last : last.slice(0, -1));
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function* readEvent(block: string): Generator<ServerEvent, void, undefined> {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const colon = line.indexOf(': ');
    fields.set(line.slice(0, colon), line.slice(colon + 2));
  }
  const data = fields.get('data');
  // A comment says that the server is still there.
  if (data === undefined) return;
  yield { id: fields.get('id'), name: fields.get('event') ?? 'message', data };
}
