// What it costs to make the view of a run of its events.
import { fileURLToPath } from 'node:url';

import { printRatios } from '@rlm/config/bench';
import { runnerImport } from 'vite';

const inPackage = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const load = async (path) => (await runnerImport(inPackage(path))).module;
const { addEvents, emptyTree, GrowingTree } = await load('src/view/add-event.ts');
const { longRun } = await load('test/support/long-run.ts');

const count = 50_000;
const events = longRun(count);
const lines = events.map((event) => JSON.stringify(event));
const ways = {
  'all at once': () => addEvents(emptyTree, events),
  'one by one, as a terminal': () => {
    const growing = new GrowingTree();
    for (const event of events) growing.add(event);
  },
  '100 at a time, as the page': () => {
    let view = emptyTree;
    for (let at = 0; at < count; at += 100) view = addEvents(view, events.slice(at, at + 100));
  },
};

await printRatios(
  Object.entries(ways).map(([how, ours]) => ({
    what: `an event of 50,000 in the view: ${how}`,
    ours,
    beside: 'JSON.parse of its line',
    plain: () => lines.map((line) => JSON.parse(line)),
    count,
    rounds: 7,
  })),
);
