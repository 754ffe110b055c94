import { describe, expect, it } from 'vitest';

import type { QuestionResult } from '@rlm/runner';

import { createBatchProgress } from '../../src/render/batch-progress.js';
import { openLines } from '../../src/render/screen.js';
import { styleFor } from '../../src/render/style.js';

/** A terminal of these columns, and what it was sent. */
function terminal(columns: number) {
  const sent: string[] = [];
  const output = { isTTY: true, columns, write: (text: string) => sent.push(text) };
  const environment = { NO_COLOR: '1' };
  const line = openLines(output, environment);
  const unused = (): void => undefined;
  const screen = { line, style: styleFor(output, environment), isVerbose: false };
  return { sent, screen: { ...screen, writeAnswer: unused } };
}

const failed = (message: string): QuestionResult => ({
  ...{ index: 0, id: 'x', query: 'q', result: null },
  error: new Error(message),
});

describe('the progress of a batch in a terminal', () => {
  it('is a line for each question without an answer', () => {
    const { sent, screen } = terminal(80);
    const progress = createBatchProgress(4, screen, { isQuiet: false, isPriced: true });
    progress.add(failed('no\u001B[2J room'));
    expect(sent.join('')).toBe('1 of 4: x no\u241B[2J room\n');
  });

  it('says in the end how many answers came although sub-queries failed', () => {
    const { screen } = terminal(80);
    const progress = createBatchProgress(2, screen, { isQuiet: true, isPriced: false });
    const answered = (diagnostics: readonly object[]): QuestionResult =>
      ({
        ...{ index: 0, id: 'x', query: 'q', error: null },
        result: { answer: 'yes', value: 'yes', usage: { total: {} }, diagnostics },
      }) as unknown as QuestionResult;
    progress.add(answered([]));
    progress.add(answered([{ code: 'sub_queries_failed', message: '1 of 2 ...' }]));
    screen.line.close();
    const { text, isWhole } = progress.summary();
    expect(text.split('\n').slice(1)).toEqual(['  1: answered although sub-queries failed']);
    expect(isWhole).toBe(true);
  });

  it('shows nothing but the summary if it is quiet: reasons are counted, and what was not started', () => {
    const { sent, screen } = terminal(80);
    const progress = createBatchProgress(4, screen, { isQuiet: true, isPriced: false });
    for (const reason of ['no room', 'no room', 'no key']) progress.add(failed(reason));
    screen.line.close();
    expect(sent.join('')).toBe('');
    const { text, isWhole } = progress.summary();
    expect(text).toMatch(/^0 of 4 questions answered, 0 tokens, /);
    expect(text.split('\n').slice(1)).toEqual(['  2: no room', '  1: no key', '  1: not started']);
    expect(isWhole).toBe(false);
  });
});
