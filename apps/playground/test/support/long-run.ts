import type { ViewEvent } from '../../src/view/run-view.js';

/** As many events as are asked for, of a run with long replies, many sub-queries in a step, and many steps. */
export function longRun(count: number): ViewEvent[] {
  const at = { runId: 'r', parentId: null, depth: 0 };
  const events: ViewEvent[] = [];
  const add = (event: { readonly type: string } & Readonly<Record<string, unknown>>): void => {
    if (events.length < count - 1) events.push({ ...at, step, ...event });
  };
  let step = 0;
  add({ type: 'run-start', protocol: 'rlm', maxSteps: count });
  add({ type: 'session-open', query: 'q', contexts: [], backend: 'b', language: 'javascript' });
  // A long reply, then a batch: each a quarter of all.
  step = 1;
  add({ type: 'step-start' });
  add({ type: 'model-start', purpose: 'root', messages: 2, promptChars: 900 });
  while (events.length < count / 4) add({ type: 'text-delta', text: 'some words ' });
  add({ type: 'model-end', purpose: 'root', text: 'words', usage: {}, durationMs: 9 });
  for (let query = 1; events.length < count / 2; query += 1) {
    const told = { queryId: `r/q${query}`, kind: 'llm_query', name: 'llm_query' };
    add({ type: 'query-start', ...told, prompt: `What is in part ${query}?` });
    // A few are under way at a time.
    if (query > 8)
      add({
        type: 'query-end',
        ...told,
        queryId: `r/q${query - 8}`,
        origin: 'asked',
        durationMs: 5,
        response: 'x',
      });
  }
  while (events.length < count - 1) {
    step += 1;
    const code = `print(${step})`;
    add({ type: 'step-start' });
    add({ type: 'model-start', purpose: 'root', messages: 2, promptChars: 900 });
    add({
      type: 'model-end',
      purpose: 'root',
      text: `\`\`\`repl\n${code}\n\`\`\``,
      usage: {},
      durationMs: 9,
    });
    add({ type: 'code-start', code, block: 0, blocks: 1 });
    add({
      type: 'code-end',
      block: 0,
      result: {
        stdout: `${step}\n`,
        stderr: '',
        locals: { n: '1' },
        executionTimeMs: 1,
        outcome: 'ok',
      },
    });
    add({ type: 'step-end', result: { tokensUsed: 12 }, durationMs: 20 });
  }
  const usage = { total: { inputTokens: 1, outputTokens: 1, costUsd: 0 } };
  events.push({
    ...at,
    step,
    type: 'run-end',
    result: { answer: 'x', finishReason: 'final', usage },
  } as ViewEvent);
  return events;
}
