import { fieldsOf, jsonText, listOf, numberOf, textOf, type Fields } from '../read.js';
import type { ViewEvent } from '../run-view.js';
import { EventList } from './event-list.js';
import { LogError } from './log-error.js';
import {
  addUsage,
  answerOf,
  callsOf,
  promptOf,
  resultOf,
  secondsOf,
  textsOf,
} from './reference-fields.js';

/** Child runs below child runs that are read; what is deeper is shown as a sub-query alone. */
const maxDepth = 50;

/**
 * Reads a log of the reference implementation (alexzhang13/rlm): a line `metadata`, perhaps one `run_context` with the question, then a
 * line `iteration` a turn. A sub-query that was a run of its own has that in its `metadata`.
 */
export function readReferenceLog(lines: readonly Fields[]): ViewEvent[] {
  const ofType = (type: string): Fields[] => lines.filter((line) => line['type'] === type);
  const iterations = ofType('iteration');
  const [metadata = {}] = ofType('metadata');
  const [asked = {}] = ofType('run_context');
  if (iterations.length === 0 && metadata['root_model'] === undefined) {
    throw new LogError(
      'it has neither iterations nor the root_model of a log of the reference implementation',
    );
  }
  const list = new EventList('run');
  const entries = lines.filter(
    (line) => line['type'] === 'iteration' || (line['type'] === 'run_context' && line !== asked),
  );
  addRun(list, { metadata, entries, query: questionOf(asked, iterations[0]) });
  return list.events;
}

interface LoggedRun {
  readonly metadata: Fields;
  /** Turns; between them, the questions that were asked later in one session. */
  readonly entries: readonly Fields[];
  readonly query: string;
}

function addRun(list: EventList, { metadata, entries, query }: LoggedRun): void {
  const iterations = entries.filter((entry) => entry['type'] !== 'run_context');
  const lastAsked = entries.findLastIndex((entry) => entry['type'] === 'run_context');
  const maxSteps = numberOf(metadata['max_iterations']);
  list.add('run-start', { protocol: 'rlm', maxSteps });
  list.add('session-open', {
    query,
    contexts: [],
    backend: textOf(metadata['environment_type']),
    language: 'python',
  });
  for (const entry of entries) {
    if (entry['type'] !== 'run_context') addIteration(list, entry);
    else list.add('notice', { code: 'user', message: questionOf(entry, undefined) });
  }
  const usage = { inputTokens: 0, outputTokens: 0, costUsd: null };
  for (const call of iterations.flatMap(callsOf)) addUsage(usage, call);
  const answer = answerOf(iterations.at(-1));
  const taken = entries.length - lastAsked - 1;
  const isOver = answer !== null || (maxSteps !== undefined && taken >= maxSteps);
  if (!isOver) return;
  const message = `The run took its ${taken} iterations without a final answer`;
  list.add('run-end', {
    result: {
      answer,
      finishReason: answer === null ? 'max_steps' : 'final',
      ...(answer === null
        ? { stop: { finishReason: 'max_steps', code: 'max_steps', message } }
        : {}),
      usage: { total: usage },
      durationMs:
        1000 * iterations.reduce((sum, { iteration_time: time }) => sum + (numberOf(time) ?? 0), 0),
      calls: { root: iterations.length, sub: iterations.flatMap(callsOf).length },
    },
  });
}

function addIteration(list: EventList, iteration: Fields): void {
  list.begin();
  const { prompt, response, code_blocks: blocks, iteration_time: time } = iteration;
  const promptChars = listOf(prompt).reduce((sum, { content }) => sum + textOf(content).length, 0);
  const durationMs = 1000 * (numberOf(time) ?? 0);
  const ran = listOf(blocks);
  const inBlocks = ran.reduce((sum, { result }) => sum + secondsOf(result), 0);
  list.add('model-start', { purpose: 'root', promptChars });
  list.add('model-end', {
    purpose: 'root',
    text: textOf(response),
    durationMs: Math.max(0, durationMs - 1000 * inBlocks),
  });
  for (const [block, { code, result }] of ran.entries()) {
    list.add('code-start', { code, block, blocks: ran.length });
    for (const call of listOf(fieldsOf(result)['rlm_calls'])) addCall(list, call);
    const { stdout, stderr, locals } = fieldsOf(result);
    const executionTimeMs = 1000 * secondsOf(result);
    list.add('code-end', {
      block,
      result: { stdout, stderr, locals: textsOf(locals), executionTimeMs },
    });
  }
  const answer = answerOf(iteration);
  if (answer !== null) list.add('final', { answer, source: ran.length > 0 ? 'code' : 'prose' });
  list.add('step-end', { durationMs, result: resultOf(textOf(response), ran, answer) });
}

/** A call of a sub-model, or a run of its own with what was logged of it. */
function addCall(list: EventList, call: Fields): void {
  const { run_metadata: metadata, iterations } = fieldsOf(call['metadata']);
  const isRun = Array.isArray(iterations) && list.depth < maxDepth;
  const kind = isRun ? 'rlm_query' : 'llm_query';
  const queryId = `${list.runId}/q${list.events.length}`;
  const query = promptOf(call['prompt']);
  list.add('query-start', { queryId, kind, name: kind, prompt: query });
  const childId = `${list.runId}/${list.events.length}`;
  if (isRun) {
    const child = new EventList(childId, { list, runId: list.runId, depth: list.depth });
    addRun(child, { metadata: fieldsOf(metadata), entries: listOf(iterations), query });
  }
  const { error, response, execution_time: seconds } = call;
  list.add('query-end', {
    queryId,
    kind,
    name: kind,
    origin: 'asked',
    durationMs: 1000 * (numberOf(seconds) ?? 0),
    ...(typeof error === 'string'
      ? { error: { code: textOf(call['error_type'], 'Error'), message: error } }
      : { response: jsonText(response) }),
    ...(isRun ? { childId } : {}),
  });
}

/** What was asked: named in the log, else the last words to the model before its first turn. */
function questionOf({ root_prompt: root, prompt }: Fields, first: Fields | undefined): string {
  if (typeof root === 'string') return root;
  return typeof prompt === 'string' ? prompt : promptOf(first?.['prompt']);
}
