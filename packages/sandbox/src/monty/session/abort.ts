import type { WorkerEvent } from '../protocol/events.js';
import { abortFeed } from '../protocol/requests.js';
import type { Session } from './session.js';

/** Ends the suspended run, uncatchably. */
export function abort(session: Session): Promise<WorkerEvent> {
  session.wasAborted = true;
  return session.worker.request(abortFeed('the cell was stopped by its host'));
}
