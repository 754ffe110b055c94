import { proseOf } from '@rlm/termination';

import type { Draft, Open } from './draft.js';
import { fieldsOf, numberOf, textOf, type Fields } from './read.js';
import type { CallView, RunView, StepView } from './run-view.js';

/** A call of the model that writes code: one after another, so that the one that is open is meant. */
export function applyModelEvent(
  draft: Draft,
  { protocol }: RunView,
  step: Open<StepView>,
  type: 'model-start' | 'text-delta' | 'model-end',
  fields: Fields,
): void {
  const purpose = textOf(fields['purpose'], 'root');
  const begin = (): Open<CallView> => {
    const call = { purpose, text: '', promptChars: numberOf(fields['promptChars']) };
    step.calls = draft.append<CallView>(step.calls, call);
    return call;
  };
  if (type === 'model-start') {
    begin();
    return;
  }
  const { list, value } = draft.ownLast(step.calls, ({ durationMs }) => durationMs === undefined);
  step.calls = list;
  const call = value ?? begin();
  if (type === 'text-delta') {
    call.text += textOf(fields['text']);
    return;
  }
  const usage = fieldsOf(fields['usage']);
  call.text = textOf(fields['text']);
  call.inputTokens = numberOf(usage['inputTokens']);
  call.cachedInputTokens = numberOf(usage['cachedInputTokens']);
  call.outputTokens = numberOf(usage['outputTokens']);
  call.costUsd = numberOf(usage['costUsd']);
  call.durationMs = numberOf(fields['durationMs']) ?? 0;
  if (purpose !== 'root') return;
  // Elsewhere code in a reply is no more than its text.
  const words = protocol === 'rlm' ? proseOf(call.text) : call.text;
  step.reasoning = [step.reasoning, words].join('\n\n').trim();
}
