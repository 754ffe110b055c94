import { listOf, numberOf, textOf, type Fields } from '../read.js';
import type { ViewEvent } from '../run-view.js';
import { isObject } from './log-lines.js';

/** Reads what `rlm ask --json` prints, which has less than a trajectory; undefined if it is something else. */
export function readAskResult(value: unknown): ViewEvent[] | undefined {
  if (!isObject(value)) return undefined;
  const { steps } = value;
  if (!Array.isArray(steps) || typeof value['finishReason'] !== 'string') return undefined;
  const runId = textOf(value['runId'], 'run');
  const events: ViewEvent[] = [];
  let step = 0;
  const add = (type: string, fields: Fields = {}): void => {
    events.push({ ...fields, type, runId, parentId: null, depth: 0, step });
  };
  add('run-start', { protocol: 'rlm' });
  const turns = listOf(steps);
  const { contextChars, promptChars } = value;
  add('session-open', {
    query: textOf(value['question']),
    contexts: [{ name: 'context', typeName: '', totalLength: numberOf(contextChars) ?? 0 }],
    backend: '',
    language: turns.some(({ language }) => language === 'python') ? 'python' : 'javascript',
    promptChars,
  });
  for (const { reasoning, code, output, executionTimeMs, llmCalls } of turns) {
    step += 1;
    add('step-start');
    add('model-end', { purpose: 'root', text: reasoning });
    if (typeof code !== 'string' || code === '') continue;
    add('code-start', { code, block: 0, blocks: 1 });
    for (const { name, prompt, response, error, origin, durationMs } of listOf(llmCalls)) {
      const query = { queryId: `${runId}/q${events.length}`, kind: name, name };
      add('query-start', { ...query, prompt });
      add('query-end', { ...query, response, error, origin, durationMs });
    }
    add('code-end', { block: 0, result: { stdout: output, executionTimeMs } });
  }
  add('run-end', { result: value });
  return events;
}
