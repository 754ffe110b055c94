import { describe, expect, it } from 'vitest';

import { ask } from '../../src/ask.js';
import { evidenceOf } from '../../src/evidence.js';
import { createPlanner } from '../../src/planner/create-planner.js';

const harbour = {
  'log-1901.txt': 'The Aurora left the harbour. Fog all day. Nobody saw a whale.',
  'log-1902.txt':
    'A WHALE was seen at dawn. The captain wrote: the whale is white. Cost: 40 crowns.',
  'log-1903.txt':
    'Whalers came. No more whales, they said. The lighthouse keeper is called Ines Duarte.',
};

async function answer(question: string, value: string | Readonly<Record<string, string>>) {
  const model = createPlanner(question);
  const { result } = await ask({
    label: 'planner',
    model,
    subModel: model,
    question,
    text: { value, characters: 1000, label: 'test' },
    maxSteps: 5,
    maxSubQueries: 0,
    timeoutMs: 110_000,
    abortSignal: new AbortController().signal,
    onEvent: () => undefined,
  });
  expect(result.finishReason).toBe('final');
  const found = result.value as { readonly answer: string };
  return { answer: found.answer, evidence: await evidenceOf(result.value, value) };
}

describe('createPlanner', () => {
  it.each([
    ['How many logs contain the word whale?', '2 of 3 documents contain "whale".'],
    ['How many times does the word whale appear?', '3 times, in 2 of 3 documents: "whale".'],
    [
      'Which log first mentions a whale?',
      '1901 (log-1901.txt) is the first of 3 documents to mention "whale".',
    ],
    [
      'Which log was the last to mention the lighthouse?',
      '1903 (log-1903.txt) is the last of 3 documents to mention "lighthouse".',
    ],
    [
      'Which log mentions the word whale most often?',
      '1902 (log-1902.txt) mentions "whale" most often: 2 times.',
    ],
    ['Which log first mentions a submarine?', 'No document mentions "submarine".'],
    [
      'Who is the lighthouse keeper?',
      'Passages that share words with your question:\nThe lighthouse keeper is called Ines Duarte. [log-1903.txt]',
    ],
    ['Who sank the submarine?', 'Nothing in the text shares a telling word with the question.'],
  ])('answers %s from the text', async (question, expected) => {
    const { answer: text, evidence } = await answer(question, harbour);
    expect(text).toBe(expected);
    expect(evidence.every(({ verified }) => verified)).toBe(true);
  });

  const project = {
    '.env': 'LOG_LEVEL=info\nport=80\n',
    'notes/q3_plan.md': 'Nobody knows.\nAda, e.g. on Mondays, decides about hiring.\n',
    'report.md': `${'x '.repeat(500)}and so on.\n# Revenue\nThe quarterly revenue of Borealis was 4.2 million (v. 3.9 before)! Costs fell.`,
    'src/server.ts': 'const TIMEOUT_MS = 5_000;\nexport const __init__ = () => run(TIMEOUT_MS);\n',
  };
  it.each([
    ['What is TIMEOUT_MS?', 'const TIMEOUT_MS = 5_000; [src/server.ts]'],
    ['What is the timeout?', 'const TIMEOUT_MS = 5_000; [src/server.ts]'],
    ['Where is __init__ set?', 'export const __init__ = () => run(TIMEOUT_MS); [src/server.ts]'],
    ['What is the LOG_LEVEL?', 'LOG_LEVEL=info [.env]'],
    [
      'Who approved the quarterly revenue?',
      'The quarterly revenue of Borealis was 4.2 million (v. 3.9 before)! [report.md]',
    ],
    ['Who decides about hiring?', 'Ada, e.g. on Mondays, decides about hiring. [notes/q3_plan.md]'],
  ])('shows passages, and says what they are: %s', async (question, expected) => {
    const { answer: text, evidence } = await answer(question, project);
    expect(text).toMatch(/^Passages that share words with your question:\n/);
    expect(text.split('\n')[1]).toBe(expected);
    expect(evidence.every(({ verified }) => verified)).toBe(true);
  });

  it('works on a single text too', async () => {
    const { answer: text } = await answer('How often does "fog" appear?', 'Fog. fog, FOG; foggy.');
    expect(text).toBe('3 times, in 1 of 1 document: "fog".');
  });

  it('counts a .json beside a .txt of the same name as its description', async () => {
    const value = { 'a.json': '{"text":"fog"}', 'a.txt': 'fog', 'b.txt': 'sun' };
    const { answer: text } = await answer('How many files contain the word fog?', value);
    expect(text).toBe('1 of 2 documents contain "fog".');
  });

  it('keeps its places right where lower case is longer than upper case', async () => {
    const value = { 'a.txt': `${'İ'.repeat(50)} the word is here` };
    const { evidence } = await answer('Which file first mentions "word"?', value);
    expect(evidence).toMatchObject([{ document: 'a.txt', verified: true }]);
  });
});
