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

The first prompt of a run, and what comes back after a turn, before (commit 9130ebf) and now. The texts are really produced: \`node packages/runner/bench/prompts/show.mjs [packages of another checkout]\` prints them, and a test compares those of today with this page.

## The first prompt

With one context it has at most 3,200 characters, whatever the context's size and whichever backend: of a large one it holds sizes, kinds, keys and a beginning, never the text. What is dropped where there is little room are keys and quoted characters. A helper (\`grep\`, \`lines\`, \`chunk\`) has a line where its name is free.

| context | characters before | now, with the helpers |
| --- | --- | --- |
${now.openings.map(({ title, chars }, index) => `| ${title} | ${before.openings[index].chars.toLocaleString('en')} | ${chars.toLocaleString('en')} |`).join('\n')}

### A text, whole

${pair(0, 'openings', whole)}

${[1, 2]
  .map(
    (index) => `### ${now.openings[index].title}: what is said of them

Before:

${fence(describedIn(before.openings[index].text))}

Now:

${fence(describedIn(now.openings[index].text))}`,
  )
  .join('\n\n')}

## What comes back after a turn

In this order: what each block printed, cut once where it is too long, with the number of characters that are missing; its error; the value of its last expression; where it stopped, which lines did not run and what is not set; variables that are new or changed and have a value, with their types; at most three notes, the most useful first; what is left of the budget. Lines of output that begin like one of these are quoted.

Notes are ranked in one place (\`packages/runner/src/turn/rank-notices.ts\`): what became of the REPL, why an answer was none, what mends a failure, what of the reply did not run, what is missing from results, what to do better. All of them are events (\`notice\`). What mends a fault comes from a table for each language (\`packages/runner/src/turn/hints\`).

${now.turns.map(({ title, reply }, index) => `### ${title}\n\n${fence(reply)}\n\n${pair(index, 'turns', fence)}`).join('\n\n')}`);
