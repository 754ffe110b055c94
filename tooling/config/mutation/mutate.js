#!/usr/bin/env node
/**
 * Changes code, one small change at a time, and counts which changes the tests notice:
 *
 *   node tooling/config/mutation/mutate.js --area budget,effects --seed 1 --sample 40
 *
 * Default: all areas, seed 1, 40 changes each. `--sample all` takes all changes. Nothing on disk is changed. Ends with 1 if the
 * tests of an area notice less than 85 % of the changes that make a difference, or if `equivalents.json` names a change that is
 * not there any more. A few changes say little about an area: if less than 30 are tried in each, the areas are judged together.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { globSync } from 'tinyglobby';

import { areas } from './areas.js';
import { findMutants } from './mutants.js';
import { Runner } from './run-tests.js';

/** @typedef {import('./areas.js').Area} Area */
/** @typedef {import('./mutants.js').Mutant} Mutant */
/** @typedef {{ file: string, line: string, change: string, nth?: number, reason: string }} Equivalent */

const workspace = fileURLToPath(new URL('../../../', import.meta.url));
/** The part of the changes that make a difference which the tests must notice. */
const leastScore = 0.85;
/** Fewer changes do not judge an area: of 12, two that nobody notices are 83 %. */
const leastTried = 30;
/** A change may make tests slower, and the machine is busy: how long the tests may take in all. */
const patience = { leastMs: 30_000, factor: 8 };

const { values } = parseArgs({
  options: {
    area: { type: 'string', default: Object.keys(areas).join() },
    seed: { type: 'string', default: '1' },
    sample: { type: 'string', default: '40' },
  },
});
const size = values.sample === 'all' ? Infinity : Number(values.sample);
if (!(size >= 1))
  throw new Error(`Expected --sample to be a number from 1 or "all", got "${values.sample}".`);

/** @type {Record<string, Equivalent[]>} */
const equivalents = JSON.parse(readFileSync(new URL('equivalents.json', import.meta.url), 'utf8'));
/** @type {Record<string, Awaited<ReturnType<typeof judge>>>} */
const rows = {};
for (const name of values.area.split(',')) {
  const area = areas[name];
  if (area === undefined)
    throw new Error(`Expected an area (${Object.keys(areas).join(', ')}), got "${name}".`);
  console.log(name);
  rows[name] = await judge(area, equivalents[name] ?? []);
}
console.table(rows);
const all = Object.values(rows);
const judged = all.filter(({ tried }) => tried >= leastTried).map((row) => [row]);
const isBad = [...judged, all].some((some) => scoreOf(some) < leastScore);
if (isBad || all.some(({ stale }) => stale > 0)) process.exitCode = 1;

/** The part of the changes that were noticed. @param {readonly { tried: number, noticed: number }[]} some */
function scoreOf(some) {
  const tried = some.reduce((sum, row) => sum + row.tried, 0);
  return tried === 0 ? 1 : some.reduce((sum, row) => sum + row.noticed, 0) / tried;
}

/** @param {Area} area @param {readonly Equivalent[]} known */
async function judge({ folder, sources, tests }, known) {
  const cwd = join(workspace, folder);
  const files = filesIn(cwd, sources).filter((file) => file.endsWith('.ts'));
  const found = files.map((file) => findMutants(file, readFileSync(join(cwd, file), 'utf8')));
  const mutants = found.flatMap((each) => each.mutants);
  const stale = known.filter((entry) => !mutants.some((mutant) => isNamed(entry, mutant)));
  for (const { file, line, change } of stale)
    console.log(`  not there any more: ${file}: ${change}\n      ${line}`);
  const tried = inOrderOf(values.seed, mutants)
    .slice(0, size)
    .filter((mutant) => !known.some((entry) => isNamed(entry, mutant)));

  const runner = new Runner(cwd);
  const row = { mutants: mutants.length, tried: tried.length, noticed: 0, stale: stale.length };
  try {
    const probed = found.map((each, index) => [join(cwd, files[index] ?? ''), each.probed]);
    const testFiles = filesIn(cwd, tests).filter((file) => /(?<!\.heavy)\.test\.ts$/.test(file));
    const paths = testFiles.map((file) => join(cwd, file));
    const usual = await runner.run(Object.fromEntries(probed), paths, 1_800_000);
    if (usual === undefined) throw new Error('The tests did not end within half an hour.');
    if (usual.faults.length > 0)
      throw new Error(`Tests fail without a change:\n${usual.faults.join('\n')}`);
    const msOf = (/** @type {string} */ path) => usual.msOf[path] ?? 0;
    const testsOf = runner.readHits();
    for (const mutant of tried) {
      const covering = testsFor(mutant, testsOf, paths);
      covering.sort((one, other) => msOf(one) - msOf(other));
      const usualMs = covering.reduce((sum, path) => sum + msOf(path), 0);
      const maxMs = patience.leastMs + patience.factor * usualMs;
      const changed = { [join(cwd, mutant.file)]: mutant.text };
      const answer =
        covering.length === 0 ? { faults: [] } : await runner.run(changed, covering, maxMs);
      if (answer?.faults.length !== 0) row.noticed += 1;
      else console.log(`  not noticed: ${describe(mutant)}`);
    }
  } finally {
    runner.close();
  }
  return { ...row, score: scoreOf([row]) };
}

/**
 * The test files that may notice a change. What runs when modules are loaded runs once for all files of a worker: so all count
 * that run any block of the same source, or if none does, all.
 *
 * @param {Mutant} mutant @param {ReadonlyMap<string, ReadonlySet<string>>} testsOf By block. @param {readonly string[]} all
 */
function testsFor({ file, block }, testsOf, all) {
  const own = testsOf.get(block ?? 'load') ?? new Set();
  if (block !== undefined && !own.has('load')) return [...own];
  const ofFile = [...testsOf].filter(([each]) => each.startsWith(`${file}:`));
  const some = new Set(ofFile.flatMap(([, tests]) => [...tests]));
  some.delete('load');
  return some.size > 0 ? [...some] : [...all];
}

/** @param {string} cwd @param {readonly string[]} patterns */
function filesIn(cwd, patterns) {
  for (const pattern of patterns) {
    if (globSync(pattern.replace('!', ''), { cwd }).length > 0) continue;
    throw new Error(`Expected areas.js to name files and folders that exist, got "${pattern}".`);
  }
  return globSync([...patterns], { cwd }).sort();
}

/** @param {Equivalent} entry @param {Mutant} mutant */
function isNamed({ file, line, change, nth = 0 }, mutant) {
  return (
    mutant.file.endsWith(file) &&
    mutant.lineText === line &&
    mutant.change === change &&
    mutant.nth === nth
  );
}

/** @param {Mutant} mutant */
function describe({ file, line, change, nth, lineText }) {
  return `${file}:${line}  ${change}${nth > 0 ? ` (${nth})` : ''}\n      ${lineText}`;
}

/** Mutants in an order that a seed decides. @param {string} seed @param {readonly Mutant[]} mutants */
function inOrderOf(seed, mutants) {
  const keyed = mutants.map((mutant) => {
    const key = createHash('sha256').update(seed + describe(mutant));
    return { mutant, key: key.digest('hex') };
  });
  return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ mutant }) => mutant);
}
