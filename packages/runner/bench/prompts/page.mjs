// Writes docs/prompts.md from what two versions of the packages tell a model.
//
//   node bench/prompts/show.mjs <packages of the older checkout> > before.json
//   node bench/prompts/show.mjs > now.json
//   node bench/prompts/page.mjs before.json now.json > ../../docs/prompts.md
import { readFileSync } from 'node:fs';

import { shorten } from './shorten.mjs';

const [before, now] = process.argv
  .slice(2, 4)
  .map((file) => JSON.parse(readFileSync(file, 'utf8')));
const whole = (text) => `~~~text\n${text}\n~~~`;
const fence = (text) => whole(shorten(text));
const pair = (index, kind, show) =>
  `Before:\n\n${show(before[kind][index].text)}\n\nNow:\n\n${show(now[kind][index].text)}`;
const describedIn = (text) => /^Variable: [^]*?(?=\n\nThe REPL runs)/m.exec(text)?.[0] ?? '';

console.log(`# What a model reads

This page shows the first prompt of a run, and the feedback after a step, before (commit 9130ebf) and now. The texts are real output: \`node packages/runner/bench/prompts/show.mjs [packages of another checkout]\` prints them.

## The first prompt

With one context, the prompt has at most 3,200 characters, whatever the context's size and the backend. For a large context it holds sizes, kinds, keys and a beginning, never the text. If space is short, it drops keys and quoted characters first. A helper (\`grep\`, \`lines\`, \`chunk\`) has a line if its name is free.

| context | characters before | now, with the helpers |
| --- | --- | --- |
${now.openings.map(({ title, chars }, index) => `| ${title} | ${before.openings[index].chars.toLocaleString('en')} | ${chars.toLocaleString('en')} |`).join('\n')}

### A text, whole

${pair(0, 'openings', whole)}

${[1, 2]
  .map(
    (index) => `### ${now.openings[index].title}: how the prompt describes them

Before:

${fence(describedIn(before.openings[index].text))}

Now:

${fence(describedIn(now.openings[index].text))}`,
  )
  .join('\n\n')}

## What comes back after a turn

The feedback has these parts, in this order:

1. what each block printed, cut once if it is too long, with the number of characters that are missing
2. its error
3. the value of its last expression
4. where it stopped, which lines did not run, and what is not set
5. variables that are new or changed and have a value, with their types
6. at most three notes, the most useful first
7. what is left of the budget

Lines of output that begin like one of these are quoted.

Notes are ranked in one place (\`packages/runner/src/turn/rank-notices.ts\`):

1. what became of the REPL
2. why an answer was not accepted
3. what mends a failure
4. what of the reply did not run
5. what is missing from results
6. what to do better

All of them are events (\`notice\`). Hints on faults come from a table for each language (\`packages/runner/src/turn/hints\`).

${now.turns.map(({ title, reply }, index) => `### ${title}\n\n${fence(reply)}\n\n${pair(index, 'turns', fence)}`).join('\n\n')}`);
