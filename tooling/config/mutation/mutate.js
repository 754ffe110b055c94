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
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { areas } from './areas.js';
import { findMutants, withProbes } from './mutants.js';
import { findCoverage, TestRunner } from './run-mutants.js';

/** @typedef {import('./mutants.js').Mutant & { path: string, files: readonly string[] | undefined }} Placed */
/** @typedef {{ file: string, line: string, change: string, nth?: number, reason: string }} Equivalent */

const workspace = fileURLToPath(new URL('../../../', import.meta.url));
/** The part of the changes that make a difference which the tests of an area must notice. */
const leastScore = 0.85;
/** Fewer changes do not judge an area: of 12, two that nobody notices are 83 %. */
const leastTried = 30;
/** A change may make tests slower, and the machine is busy: how long the tests may take in all. */
const patience = { leastMs: 10_000, factor: 8 };

const { values } = parseArgs({
  options: {
    area: { type: 'string' },
    seed: { type: 'string', default: '1' },
    sample: { type: 'string', default: '40' },
    file: { type: 'string' },
  },
});
const names = values.area === undefined ? Object.keys(areas) : values.area.split(',');
const unknown = names.find((name) => !Object.hasOwn(areas, name));
if (unknown !== undefined) {
  throw new Error(`Expected an area (${Object.keys(areas).join(', ')}), got "${unknown}".`);
}
/** `cache.ts`, `cache.ts:67:`, several with commas: parts of where a change is. */
const places = (values.file ?? '').split(',');
const size = values.sample === 'all' ? Infinity : Number(values.sample);
if (!(size >= 1))
  throw new Error(`Expected --sample to be a number from 1 or "all", got "${values.sample}".`);

/** @type {Record<string, Equivalent[]>} */
const equivalents = JSON.parse(readFileSync(new URL('equivalents.json', import.meta.url), 'utf8'));
const rows = [];
for (const name of names) rows.push(await judge(name));
console.log(`\n${tableOf(rows)}`);
const noticed = rows.reduce((all, { killed, timedOut }) => all + killed + timedOut, 0);
const tried = rows.reduce((all, row) => all + row.tried - row.equivalent, 0);
const isBad = tried > 0 && noticed / tried < leastScore;
if (isBad || rows.some(({ isGood }) => !isGood)) process.exitCode = 1;

/** @param {string} name */
async function judge(name) {
  const startedAt = Date.now();
  const area = /** @type {import('./areas.js').Area} */ (areas[name]);
  const folder = join(workspace, area.folder);
  for (const path of [...area.sources, ...area.tests, ...(area.without ?? [])]) {
    if (existsSync(join(folder, path))) continue;
    throw new Error(`Expected areas.js to name files and folders that exist, got "${path}".`);
  }
  const tests = area.tests.flatMap((path) =>
    filesBelow(join(folder, path), /(?<!\.heavy)\.test\.ts$/),
  );
  const without = (area.without ?? []).map((path) => join(folder, path));
  /** @type {Placed[]} */
  const all = [];
  /** @type {Record<string, string>} */
  const probed = {};
  /** @type {Map<string, number[]>} */
  const probesOf = new Map();
  /** @type {Map<string, string>} */
  const texts = new Map();
  let count = 0;
  for (const path of area.sources.flatMap((each) => filesBelow(join(folder, each), /\.ts$/))) {
    if (without.some((left) => path.startsWith(left))) continue;
    const text = readFileSync(path, 'utf8');
    const { mutants, probes } = findMutants(relative(folder, path), text);
    texts.set(path, text);
    probed[path] = withProbes(text, probes, count);
    probesOf.set(
      path,
      probes.map((_, index) => count + index),
    );
    for (const mutant of mutants) {
      const probe = mutant.probe === undefined ? undefined : mutant.probe + count;
      all.push({ ...mutant, probe, path, files: undefined });
    }
    count += probes.length;
  }
  const known = equivalents[name] ?? [];
  const stale = known.filter((entry) => !all.some((mutant) => isNamed(entry, mutant)));
  for (const { file, line, change } of stale) {
    console.log(
      `${name}: equivalents.json names what is not there any more: ${file}: ${change}\n    ${line}`,
    );
  }
  const wanted = all.filter(({ file, line }) =>
    places.some((place) => `${file}:${line}:`.includes(place)),
  );
  const sample = shuffled(wanted, Number(values.seed)).slice(0, size);
  const isKnown = (/** @type {Placed} */ mutant) => known.some((entry) => isNamed(entry, mutant));
  const judged = sample.filter((mutant) => !isKnown(mutant));

  const coverage = await findCoverage(folder, probed, tests);
  console.log(
    `${name}: ${all.length} changes, ${judged.length} tried, tests take ${seconds(sum(coverage.msOf))} s`,
  );
  const testTimeoutMs = patience.leastMs + patience.factor * coverage.slowestMs;
  const runner = new TestRunner(folder, { testTimeoutMs });
  const counts = { killed: 0, timedOut: 0, survived: 0, uncovered: 0 };
  try {
    for (const mutant of judged) {
      const files = testsFor(mutant, coverage, probesOf.get(mutant.path) ?? []);
      const usualMs = files.reduce((ms, file) => ms + (coverage.msOf[file] ?? 0), 0);
      const verdict =
        files.length === 0 ? 'uncovered' : await verdictOn(runner, mutant, texts, files, usualMs);
      counts[verdict] += 1;
      if (verdict === 'killed') continue;
      console.log(
        `  ${verdict}: ${mutant.file}:${mutant.line}  ${mutant.change}${mutant.nth > 0 ? ` (${mutant.nth})` : ''}\n      ${mutant.lineText}`,
      );
    }
  } finally {
    await runner.close();
  }
  const score = judged.length === 0 ? 1 : (counts.killed + counts.timedOut) / judged.length;
  return {
    name,
    all: all.length,
    tried: sample.length,
    ...counts,
    equivalent: sample.length - judged.length,
    score,
    isGood: (judged.length < leastTried || score >= leastScore) && stale.length === 0,
    ms: Date.now() - startedAt,
  };
}

/**
 * @param {TestRunner} runner @param {Placed} mutant @param {Map<string, string>} texts @param {readonly string[]} files
 * @param {number} usualMs
 * @returns {Promise<'killed' | 'timedOut' | 'survived'>}
 */
async function verdictOn(runner, { path, start, end, replacement }, texts, files, usualMs) {
  const text = texts.get(path) ?? '';
  const changed = text.slice(0, start) + replacement + text.slice(end);
  const maxMs = 2 * patience.leastMs + patience.factor * usualMs;
  const answer = await runner.run({ [path]: changed }, files, maxMs);
  if (answer === undefined) return 'timedOut';
  return answer.failed ? 'killed' : 'survived';
}

/**
 * The test files that may notice a change, the quickest first. What runs when modules are loaded runs once for all files of a
 * worker: so all count that run any piece of the same source, or where none does, all.
 *
 * @param {Placed} mutant @param {Awaited<ReturnType<typeof findCoverage>>} coverage @param {readonly number[]} probes
 */
function testsFor({ probe }, { filesOf, atLoad, msOf }, probes) {
  const isLate = probe !== undefined && !atLoad.has(probe);
  const some = (isLate ? [probe] : probes).flatMap((each) => [...(filesOf.get(each) ?? [])]);
  const files = new Set(some.length > 0 || isLate ? some : Object.keys(msOf));
  return [...files].sort((one, other) => (msOf[one] ?? 0) - (msOf[other] ?? 0));
}

/** @param {Equivalent} entry @param {Placed} mutant */
function isNamed({ file, line, change, nth = 0 }, mutant) {
  return (
    mutant.file.endsWith(file) &&
    mutant.lineText === line &&
    mutant.change === change &&
    mutant.nth === nth
  );
}

/** @param {string} path @param {RegExp} pattern @returns {string[]} */
function filesBelow(path, pattern) {
  if (!statSync(path).isDirectory()) return pattern.test(path) ? [path] : [];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name), pattern));
}

/** A list in an order that a seed decides. @template T @param {readonly T[]} list @param {number} seed @returns {T[]} */
function shuffled(list, seed) {
  const all = [...list];
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  for (let index = all.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [all[index], all[other]] = [/** @type {T} */ (all[other]), /** @type {T} */ (all[index])];
  }
  return all;
}

/** @param {Record<string, number>} msOf */
function sum(msOf) {
  return Object.values(msOf).reduce((all, ms) => all + ms, 0);
}

/** @param {number} ms */
function seconds(ms) {
  return String(Math.round(ms / 1000));
}

/** @param {Awaited<ReturnType<typeof judge>>[]} all */
function tableOf(all) {
  const head =
    'area mutants tried killed timed-out survived uncovered equivalent score seconds'.split(' ');
  const lines = all.map((row) => [
    row.name,
    ...[
      row.all,
      row.tried,
      row.killed,
      row.timedOut,
      row.survived,
      row.uncovered,
      row.equivalent,
    ].map(String),
    `${Math.floor(row.score * 100)} %`,
    seconds(row.ms),
  ]);
  const widths = head.map((title, column) =>
    Math.max(...[head, ...lines].map((line) => (line[column] ?? title).length)),
  );
  return [head, ...lines]
    .map((line) =>
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}
