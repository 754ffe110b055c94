import type { RlmEventBody } from '@rlm/runner';

import { applyQueryEvent } from './apply-query-event.js';
import { budgetsOf } from './budgets.js';
import { applyCodeEvent } from './apply-code-event.js';
import type { Draft, Open } from './draft.js';
import { emptyRecord, fieldsOf, listOf, numberOf, textOf, type Fields } from './read.js';
import type { NoticeView, RunView, ViewEvent } from './run-view.js';

/** The events of the RLM loop. */
export function applyRlmEvent(
  draft: Draft,
  run: Open<RunView>,
  event: ViewEvent,
  fields: Fields,
): void {
  const step = () => draft.step(run, event.step, event.replayed === true);
  const kind = event.type as RlmEventBody['type'];
  switch (kind) {
    case 'session-wait':
      run.placeWait = {
        max: numberOf(fields['max']) ?? 0,
        waiting: numberOf(fields['waiting']) ?? 0,
      };
      run.backend = textOf(fields['backend']);
      return;
    case 'session-open': {
      run.placeWait = undefined;
      run.query = textOf(fields['query']);
      run.contexts = listOf(fields['contexts']).map(({ name, typeName, totalLength }) => ({
        name: textOf(name),
        typeName: textOf(typeName),
        totalLength: numberOf(totalLength) ?? 0,
      }));
      run.language = fields['language'] === 'python' ? 'python' : 'javascript';
      run.backend = textOf(fields['backend']);
      run.promptChars = numberOf(fields['promptChars']);
      return;
    }
    case 'code-start':
    case 'output-delta':
    case 'code-end':
      applyCodeEvent(draft, run, step(), kind, fields);
      return;
    case 'query-start':
    case 'query-end':
      applyQueryEvent(draft, step(), kind, fields);
      return;
    case 'coverage':
      step().coverage = numberOf(fields['fraction']);
      if (fields['strips'] !== undefined)
        Object.assign(step(), { strips: stripsIn(fields['strips']) });
      return;
    case 'notice': {
      const open = step();
      const { answer, reason } = fieldsOf(fields['refused']);
      const refused =
        answer === undefined ? undefined : { answer: textOf(answer), reason: textOf(reason) };
      const notice = {
        code: textOf(fields['code']),
        message: textOf(fields['message']),
        refused,
      };
      open.notices = draft.append<NoticeView>(open.notices, notice);
      return;
    }
    case 'final':
      step().final = { answer: textOf(fields['answer']), source: textOf(fields['source']) };
      return;
    case 'budget':
      step();
      run.budgets = budgetsOf(fields, run);
      return;
    default:
      // A new kind of event does not compile until it has a case; other packages' events are not for this switch.
      kind satisfies never;
  }
}

function stripsIn(value: unknown): Record<string, readonly number[]> {
  const strips = emptyRecord<readonly number[]>();
  for (const [name, shares] of Object.entries(fieldsOf(value))) {
    if (Array.isArray(shares)) strips[name] = shares.map((share) => numberOf(share) ?? 0);
  }
  return strips;
}
