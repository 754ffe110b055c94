import type { Draft, Open } from './draft.js';
import { errorText, fieldsOf, numberOf, textOf, type Fields } from './read.js';
import type { QueryView, StepView } from './run-view.js';

/** A sub-query, or a tool that code called. */
export function applyQueryEvent(
  draft: Draft,
  step: Open<StepView>,
  type: 'query-start' | 'query-end',
  fields: Fields,
): void {
  const { tree } = draft;
  const queryId = textOf(fields['queryId']);
  const known = type === 'query-start' ? undefined : tree.queries[queryId];
  const query: Open<QueryView> =
    known === undefined
      ? {
          queryId,
          kind: textOf(fields['kind']),
          name: textOf(fields['name']),
          prompt: textOf(fields['prompt']),
          step: step.step,
        }
      : draft.own(known);
  if (known === undefined) step.queries = draft.append(step.queries, queryId);
  tree.queries = draft.put(tree.queries, queryId, query);
  if (type === 'query-start') return;
  const { response, error, origin, childId } = fields;
  query.response = typeof response === 'string' ? response : undefined;
  query.error = error === undefined ? undefined : errorText(error);
  query.origin = typeof origin === 'string' ? origin : undefined;
  query.durationMs = numberOf(fields['durationMs']) ?? 0;
  query.tokens = tokensOf(fields['usage']);
  query.childId = typeof childId === 'string' ? childId : undefined;
}

function tokensOf(usage: unknown): number | undefined {
  const input = numberOf(fieldsOf(usage)['inputTokens']);
  const output = numberOf(fieldsOf(usage)['outputTokens']);
  return input === undefined && output === undefined ? undefined : (input ?? 0) + (output ?? 0);
}
