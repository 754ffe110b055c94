import type { EngineOwnEvent } from '@rlm/penguin-engine';

import type { Draft, Open } from './draft.js';
import { fieldsOf, jsonText, textOf, type Fields } from './read.js';
import type { ActionView, RunView, ViewEvent } from './run-view.js';

/** The events of `runResponse` and `runTask`. */
export function applyEngineEvent(
  draft: Draft,
  run: Open<RunView>,
  event: ViewEvent,
  fields: Fields,
): void {
  const step = () => draft.step(run, event.step, event.replayed === true);
  const kind = event.type as EngineOwnEvent['type'];
  switch (kind) {
    case 'task-start':
      run.query = textOf(fields['taskName']);
      return;
    case 'action-start': {
      const open = step();
      const { action, callId } = fields;
      const started = { callId: textOf(callId), name: textOf(action) };
      const made = { ...started, arguments: jsonText(fields['arguments']) };
      open.actions = draft.append<ActionView>(open.actions, made);
      return;
    }
    case 'action-end': {
      const open = step();
      const { callId, result, status } = fieldsOf(fields['record']);
      const { list, value } = draft.ownLast(open.actions, (each) => each.callId === callId);
      open.actions = list;
      if (value !== undefined) {
        value.result = textOf(result);
        value.status = textOf(status);
      }
      return;
    }
    case 'diagnostic': {
      const open = step();
      const notice = { code: textOf(fields['code']), message: textOf(fields['message']) };
      open.notices = draft.append(open.notices, notice);
      return;
    }
    case 'context-trim': {
      const open = step();
      const message = `The oldest messages no longer fitted: ${jsonText(fields['dropped'])} were left out.`;
      open.notices = draft.append(open.notices, { code: 'context_trim', message });
      return;
    }
    case 'task-review': {
      if (fields['approved'] === true) return;
      const open = step();
      const { reason, reviewer, summary, status } = fields;
      const who = reviewer === undefined ? 'a person' : textOf(reviewer);
      const why = reason === undefined ? 'no reason was given' : textOf(reason);
      const refused = { answer: textOf(summary ?? status), reason: `${who}: ${why}` };
      const message = 'A person reviewed the work, and did not accept it.';
      open.notices = draft.append(open.notices, { code: 'task_review', message, refused });
      return;
    }
    case 'task-end':
      if (fields['status'] === 'failed') run.error = textOf(fields['error']);
      return;
    case 'task-progress':
      return;
    default:
      // A new kind of event does not compile until it has a case; other packages' events are not for this switch.
      kind satisfies never;
  }
}
