/// <reference path="../inline.d.ts" />
import type { ModelFunction, ModelRequest } from '@rlm/kernel/model';

import countDocuments from 'inline:./cells/count-documents.js';
import countOccurrences from 'inline:./cells/count-occurrences.js';
import documents from 'inline:./cells/documents.js';
import finish from 'inline:./cells/finish.js';
import lookUp from 'inline:./cells/look-up.js';
import most from 'inline:./cells/most.js';
import pickEnd from 'inline:./cells/pick-end.js';
import select from 'inline:./cells/select.js';
import show from 'inline:./cells/show.js';

import { parseQuestion, type Intent } from './question.js';

/** How the planner names itself, wherever a model is named. */
export const plannerName = 'planner: no language model';

const cells: Readonly<Record<Intent, string>> = {
  'count-documents': `${select}\n${countDocuments}`,
  'count-occurrences': `${select}\n${countOccurrences}`,
  first: `${select}\nconst end = 'first';\n${pickEnd}`,
  last: `${select}\nconst end = 'last';\n${pickEnd}`,
  most: `${select}\n${most}`,
  'look-up': lookUp,
};

const intentions: Readonly<Record<Intent, string>> = {
  'count-documents': 'I count the documents that contain it.',
  'count-occurrences': 'I count every occurrence.',
  first: 'I go through the documents in order, to the first that mentions it.',
  last: 'I go through the documents in order, to the last that mentions it.',
  most: 'I count in each document, and take the one with the most.',
  'look-up': 'I rank passages of the text by the words they share with the question.',
};

const reply = (words: string, code: string): string =>
  `${words}\n\n\`\`\`js\n${code.trim()}\n\`\`\`\n`;

/** How many turns of the conversation the planner has already had. */
const turnsIn = ({ messages }: ModelRequest): number =>
  messages.filter(({ role }) => role === 'assistant').length;

/**
 * A model that is no language model: it takes the question apart by rules, and writes real code for the
 * REPL that finds the answer in the text by searching, counting and ranking. It knows nothing of the
 * text beforehand, and works on any.
 */
export function createPlanner(question: string): ModelFunction {
  const parsed = parseQuestion(question);
  const header = `const terms = ${JSON.stringify(parsed.terms)};\nconst match = '${parsed.match}';`;
  const searched = parsed.terms.map((term) => JSON.stringify(term)).join(', ');
  const turns = [
    reply(
      `First I look at the documents, and search them for ${searched}.`,
      `${header}\n${documents}`,
    ),
    reply(intentions[parsed.intent], `${cells[parsed.intent]}\n${show}`),
    reply('The evidence must be at the place that I name; then I finish.', finish),
  ];
  return (request) => turns[turnsIn(request)] ?? 'FINAL("The planner found no answer.")';
}
