// Prints, as JSON, the first prompts and the feedback that docs/prompts.md shows, by the packages that stand in a folder: those of this
// repository, or of another checkout of it.
//
//   node bench/prompts/show.mjs [folder of packages]
import { fileURLToPath, pathToFileURL } from 'node:url';

import { openings, turns } from './cases.mjs';

const packages = pathToFileURL(
  `${process.argv[2] ?? fileURLToPath(new URL('../../..', import.meta.url))}/`,
);
const load = (path) => import(new URL(path, packages));
const { runRlm } = await load('runner/dist/index.js');
const { scriptedModel } = await load('kernel/dist/testing.js');
const { quickjs } = await load('sandbox/dist/quickjs.js');
const { pyodide } = await load('sandbox/dist/pyodide.js');

const sandboxes = { javascript: quickjs(), python: pyodide() };

async function ask({
  language,
  replies = [],
  context,
  contexts,
  query = 'How many errors are there?',
}) {
  const model = scriptedModel([...replies, 'FINAL(1)']);
  const { result } = runRlm({
    model,
    subModel: () => 'seven',
    sandbox: sandboxes[language],
    query,
    fenceStop: false,
    ...(contexts === undefined ? { context } : { contexts }),
  });
  await result;
  return model.calls.map(({ messages }) => messages);
}

const shown = { openings: [], turns: [] };
for (const opening of openings) {
  const [messages] = await ask(opening);
  const text = messages.map(({ content }) => content).join('\n\n');
  shown.openings.push({
    title: opening.title,
    chars: messages.reduce((sum, { content }) => sum + content.length, 0),
    text,
  });
}
for (const turn of turns) {
  const text = (await ask(turn))[turn.replies.length].at(-1).content;
  shown.turns.push({ title: turn.title, reply: turn.replies.at(-1), text });
}
console.log(JSON.stringify(shown, null, 2));
