/// <reference path="../inline.d.ts" />
import type { ModelFunction, ModelRequest } from '@rlm/kernel/model';
import childFinish from 'inline:./cells/child-finish.js';
import childLook from 'inline:./cells/child-look.js';
import fail from 'inline:./cells/fail.js';
import finish from 'inline:./cells/finish.js';
import finishShort from 'inline:./cells/finish-short.js';
import look from 'inline:./cells/look.js';
import map from 'inline:./cells/map.js';
import repair from 'inline:./cells/repair.js';
import search from 'inline:./cells/search.js';

/** How the tour names itself, wherever a model is named. */
export const tourName = 'scripted tour: no language model';

/** What the tour asks, of the bundled texts. */
export const tourQuestion =
  'When did presidents speak most of railroads, about what, and which address was the first to do so?';

/** What the demonstration in the terminal asks of them. */
export const demoQuestion = 'When did presidents speak most of railroads, and about what?';

const reply = (words: string, code: string): string =>
  `${words}\n\n\`\`\`js\n${code.trim()}\n\`\`\`\n`;

/** What is written beforehand, turn by turn: words for who watches, and code that really runs. */
const turns = [
  reply(
    `(This is a scripted tour: a language model would write such replies itself.) I am given a question, and a description of the text, but not the text: it has more than ten million characters, and I could never read it at once. It is the variable \`context\` of a REPL. So I first look how it is made, and at a few samples.`,
    look,
  ),
  reply(
    `Each address is a document that begins with its year. What can be matched need not be read: I search all of it for the word, and keep the passages of each decade in a variable.`,
    search,
  ),
  reply(
    `What the passages are about cannot be matched: it must be read. The passages of each decade go to a sub-model (\`llm_query_batched\`), all at once; it sees its prompt alone. (The sub-model of this tour is a script that counts telling words in the prompt.)`,
    map,
  ),
  reply(`Now I pick the decade that has the most passages.`, fail),
  reply(
    `That block failed, and the error tells me why: \`found\` is an object, not a list. Nothing is lost, the variables are still there: \`decades\` is a list, and sorted. For the first mention I hand the three earliest addresses to a child run (\`rlm_query\`): it has a REPL, and steps, of its own. That is what is recursive here.`,
    repair,
  ),
  reply(
    `All parts of the answer are in variables. I put them together, and finish with \`FINAL_VAR\`: the answer is the value of the variable, not something that I remember.`,
    finish,
  ),
];

/** The same for the child run. */
const childTurns = [
  reply(
    '(Scripted, too.) I am a child run: my `context` has three addresses only. I look at the places where they name it.',
    childLook,
  ),
  reply(
    'They are in the order of their years, so the first is the one. I finish; my parent gets this answer.',
    childFinish,
  ),
];

/** The same for the demonstration, which has to fit on a screen. */
const demoTurns = [
  reply('The text is the variable `context`. I cannot read it all, so I search it.', search),
  reply('What they are about must be read: one sub-query for each decade, at once.', map),
  reply('All parts are in variables: I put the answer together.', finishShort),
];

const turnsIn = ({ messages }: ModelRequest): number =>
  messages.filter(({ role }) => role === 'assistant').length;

/** Whether a request is one of the tour's own question, and not of a child's. */
const isRoot = ({ messages }: ModelRequest): boolean =>
  messages.some(({ content }) => content.includes(tourQuestion));

/**
 * A model that is no language model: it gives replies that were written beforehand, and show in six turns what a recursive
 * language model does.
 */
export const createTour = (): ModelFunction =>
  scripted((request) => (isRoot(request) ? turns : childTurns));

/** The same in three turns. */
export const createDemo = (): ModelFunction => scripted(() => demoTurns);

function scripted(scriptOf: (request: ModelRequest) => readonly string[]): ModelFunction {
  return (request) => {
    if (request.purpose === 'sub') return subReply(request.messages.at(-1)?.content ?? '');
    return scriptOf(request)[turnsIn(request)] ?? 'FINAL("The tour is over.")';
  };
}

/** Words that say what a passage about railroads is. */
const words: Readonly<Record<string, RegExp>> = {
  land: /\b(?:land|lands|grant|grants|acres|territory|route|survey)\b/gi,
  rates: /\b(?:rate|rates|commerce|freight|traffic|fares|charges|rebates|tax|bonds)\b/gi,
  safety: /\b(?:safety|accident|accidents|injury|brakes|couplers|killed|lives)\b/gi,
  labor: /\b(?:labor|strike|strikes|employees|wages|workmen|unions)\b/gi,
};

/** What the sub-model of the tour replies: the kind of word that it counts most often in its prompt. */
function subReply(prompt: string): string {
  const passages = prompt.slice(prompt.indexOf('\n\n'));
  const counts = Object.entries(words).map(([name, word]) => ({
    name,
    count: passages.match(word)?.length ?? 0,
  }));
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).name;
}
