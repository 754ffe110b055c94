import type { RaisedError, WorkerEvent } from '../protocol/events.js';
import {
  abortFeed,
  feed,
  resumeName,
  resumeUnhandled,
  resumeUnknown,
} from '../protocol/requests.js';
import type { MontyWorker } from '../protocol/worker.js';
import type { Encoded } from '../protobuf/writer.js';

/** How code of the adapter's own ended. */
export type Answer =
  | { readonly ok: true; readonly value: Buffer }
  | { readonly ok: false; readonly error: RaisedError };

/** Runs code of the adapter's own between or within cells; calls of the host are not answered. */
export async function evaluate(
  worker: MontyWorker,
  code: string,
  inputs: readonly (readonly [string, Encoded])[] = [],
): Promise<Answer> {
  let event = await worker.request(feed(code, inputs));
  for (;;) {
    switch (event.kind) {
      case 'complete':
        return { ok: true, value: event.value };
      case 'error':
        return { ok: false, error: event.error };
      default:
        event = await worker.request(refuse(event));
    }
  }
}

function refuse(event: WorkerEvent): Encoded {
  switch (event.kind) {
    case 'call':
      return resumeUnknown(event.call, event.name);
    case 'name':
      return resumeName(undefined);
    case 'system':
      return resumeUnhandled(event.call);
    default:
      return abortFeed('this cannot be done here');
  }
}
