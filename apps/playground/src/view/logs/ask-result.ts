import { fieldsOf, listOf, numberOf, textOf } from '../read.js';
import type { ViewEvent } from '../run-view.js';
import { EventList } from './event-list.js';
import { isObject } from './log-lines.js';

/** Reads what `rlm ask --json` prints, which has less than a trajectory; undefined if it is something else. */
export function readAskResult(value: unknown): ViewEvent[] | undefined {
  if (!isObject(value)) return undefined;
  const { entries } = fieldsOf(value['steps']);
  if (!Array.isArray(entries) || typeof value['finishReason'] !== 'string') return undefined;
  const list = new EventList(textOf(value['runId'], 'run'));
  list.add('run-start', { protocol: 'rlm' });
  const turns = listOf(entries);
  const { contextChars, promptChars } = value;
  list.add('session-open', {
    query: textOf(value['question']),
    contexts: [{ name: 'context', typeName: '', totalLength: numberOf(contextChars) ?? 0 }],
    backend: '',
    language: turns.some(({ language }) => language === 'python') ? 'python' : 'javascript',
    promptChars,
  });
  for (const { reasoning, code, output, executionTimeMs, llmCalls } of turns) {
    list.begin();
    list.add('model-end', { purpose: 'root', text: reasoning });
    if (typeof code !== 'string' || code === '') continue;
    list.add('code-start', { code, block: 0, blocks: 1 });
    for (const { name, prompt, response, error, origin, durationMs } of listOf(llmCalls)) {
      const query = { queryId: `${list.runId}/q${list.events.length}`, kind: name, name };
      list.add('query-start', { ...query, prompt });
      list.add('query-end', { ...query, response, error, origin, durationMs });
    }
    list.add('code-end', { block: 0, result: { stdout: output, executionTimeMs } });
  }
  list.add('run-end', { result: value });
  return list.events;
}
