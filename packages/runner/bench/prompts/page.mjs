// Prints docs/prompts.md: what the built packages tell a model.
//
//   node bench/prompts/page.mjs > ../../docs/prompts.md
import { scriptedModel } from '@rlm/kernel/testing';
import { pyodide } from '@rlm/sandbox/pyodide';
import { quickjs } from '@rlm/sandbox/quickjs';

import { runRlm } from '../../dist/index.js';
import { opening, steps } from './cases.mjs';

const sandboxes = { javascript: quickjs(), python: pyodide() };

/** The messages of each call of a run that writes these replies. */
async function ask({ language, replies = [], query = 'How many errors are there?', ...contexts }) {
  const model = scriptedModel([...replies, 'FINAL(1)']);
  const subModel = () => 'seven';
  const sandbox = sandboxes[language];
  await runRlm({ model, subModel, sandbox, query, fenceStop: false, ...contexts }).result;
  return model.calls.map(({ messages }) => messages);
}

/** A text as the page shows it: of a long one the beginning and the end. */
function fence(text) {
  const shown = text.length <= 3_500 ? text : `${text.slice(0, 160)}\n[...]\n${text.slice(-300)}`;
  return `~~~text\n${shown}\n~~~`;
}

const [firstMessages] = await ask(opening);
const firstPrompt = firstMessages.map(({ content }) => content).join('\n\n');

const answers = [];
for (const { title, ...step } of steps) {
  const feedback = (await ask(step))[step.replies.length].at(-1).content;
  answers.push(
    `### ${title}\n\nThe model wrote:\n\n${fence(step.replies.at(-1))}\n\nIt reads:\n\n${fence(feedback)}`,
  );
}

console.log(`# What a model reads

When an answer is odd, it helps to see what the model saw. This page shows the first prompt of a run, and what comes back after a step. The texts are real: \`node packages/runner/bench/prompts/page.mjs\` prints this page. In your own program, the event \`model-start\` has them.

## The first prompt

With one context, the prompt has at most 3,200 characters, whatever the context's size. For a large context it holds sizes, kinds, keys and a beginning, never the text.

${fence(firstPrompt)}

## What comes back after a step

It has these parts, in this order:

1. what each block printed, cut once if it is too long, with the number of characters that are missing
2. its error
3. the value of its last expression
4. where it stopped, which lines did not run, and what is not set
5. variables that are new or changed and have a value, with their types
6. at most three notices, the most useful first
7. what is left of the budget

Lines of output that begin like one of these are quoted.

${answers.join('\n\n')}`);
