// How fast the view of a run is made of its events, beside the JSON.parse of the same lines: `node bench/view.bench.mjs`.
import { fileURLToPath } from 'node:url';

import { runnerImport } from 'vite';

const inPackage = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const load = async (path) => (await runnerImport(inPackage(path))).module;
const { addEvents, emptyTree, GrowingTree } = await load('src/view/add-event.ts');
const { longRun } = await load('test/support/long-run.ts');

const rounds = 7;

/** The least processor time of several rounds, in milliseconds: others that work on the machine count less in it. */
function time(work) {
  let least = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const start = process.cpuUsage();
    work();
    least = Math.min(least, process.cpuUsage(start).user / 1000);
  }
  return least;
}

/** As a page adds them: those of a frame together. */
function inFrames(events, size) {
  let view = emptyTree;
  for (let at = 0; at < events.length; at += size)
    view = addEvents(view, events.slice(at, at + size));
  return view;
}

/** As a terminal adds them: one by one, and each look sees the tree as it is. */
function oneByOne(events) {
  const growing = new GrowingTree();
  for (const event of events) growing.add(event);
}

for (const count of [5_000, 50_000]) {
  const events = longRun(count);
  const lines = events.map((event) => JSON.stringify(event));
  const parse = time(() => lines.map((line) => JSON.parse(line)));
  const all = time(() => addEvents(emptyTree, events));
  const single = time(() => oneByOne(events));
  const frames = time(() => inFrames(events, 100));
  const rate = (ms) =>
    `${Math.round(count / ms)} events/ms, ${(ms / parse).toFixed(1)} x JSON.parse`;
  console.log(
    `${count} events: JSON.parse ${parse.toFixed(1)} ms; at once ${rate(all)}; one by one ${rate(single)}; 100 at a time ${rate(frames)}`,
  );
}
