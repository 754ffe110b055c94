/**
 * Holds small parts of our own against the libraries that do the same: bytes of each in a bundle, minified and gzipped, and the
 * time of the same work. Needs the registry. `docs/decisions/libraries.md` draws the conclusions.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

import { makeProject, packagesFolder } from './project.mjs';

/** @type {Readonly<Record<string, string>>} */
const versions = {
  '@cfworker/json-schema': '4.1.6',
  '@noble/hashes': '2.4.0',
  esbuild: '0.28.2',
  'fastest-levenshtein': '1.0.16',
  jsonrepair: '3.15.0',
  'p-queue': '9.3.5',
  valibot: '1.5.0',
};

const text = 'The quick brown fox jumps over the lazy dog. '.repeat(23_000);
const given = { steps: 3, name: 'a', on: true, tags: ['x', 'y'], mode: 'one' };
const schema = {
  type: 'object',
  required: ['steps', 'name'],
  properties: {
    steps: { type: 'integer', minimum: 1 },
    name: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
  },
};
const names = Array.from({ length: 50 }, (_, at) => `aNameOfAnOption${at}`);
const broken = JSON.stringify({ summary: 'line '.repeat(20_000) }).replaceAll('line', 'li\nne');

/**
 * What is compared: each side is a module whose `work` does it once, and how often that is timed.
 * @type {readonly { what: string, times: number, input: unknown, ours: string, library: string, theirs: string }[]}
 */
const rows = [
  {
    what: 'SHA-256 of 1 MB',
    times: 3,
    input: text,
    ours: `import { sha256 } from '#repl-types/sha256.ts'; export const work = sha256`,
    library: '@noble/hashes',
    theirs: `import { sha256 } from '@noble/hashes/sha2.js'; import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
      export const work = (text) => bytesToHex(sha256(utf8ToBytes(text)))`,
  },
  {
    what: 'check of five options',
    times: 10_000,
    input: given,
    ours: `import { checkOptions, fields, listOf, oneOf, required, text, trueOrFalse, wholeNumber } from '#repl-types/options/index.ts';
      const rules = fields({ steps: required(wholeNumber(1)), name: text, on: trueOrFalse, tags: listOf(text), mode: oneOf('one', 'two') });
      export const work = (given) => checkOptions(given, rules, ({ message }) => new Error(message))`,
    library: 'valibot',
    theirs: `import * as v from 'valibot';
      const rules = v.strictObject({ steps: v.pipe(v.number(), v.integer(), v.minValue(1)), name: v.optional(v.string()), on: v.optional(v.boolean()), tags: v.optional(v.array(v.string())), mode: v.optional(v.picklist(['one', 'two'])) });
      export const work = (given) => v.parse(rules, given)`,
  },
  {
    what: 'an object against its JSON Schema',
    times: 10_000,
    input: { schema, given },
    ours: `import { jsonSchemaValidator } from '#runner/schema/json-schema.ts';
      let made; export const work = ({ schema, given }) => (made ??= jsonSchemaValidator(schema))['~standard'].validate(given)`,
    library: '@cfworker/json-schema',
    theirs: `import { Validator } from '@cfworker/json-schema';
      let made; export const work = ({ schema, given }) => (made ??= new Validator(schema)).validate(given)`,
  },
  {
    what: 'the nearest of 50 names',
    times: 300,
    input: names,
    ours: `import { nearestFirst } from '#repl-types/options/nearest-names.ts'; export const work = (names) => nearestFirst('aNameOfOption7', names)[0]`,
    library: 'fastest-levenshtein',
    theirs: `import { closest } from 'fastest-levenshtein'; export const work = (names) => closest('aNameOfOption7', names)`,
  },
  {
    what: 'JSON of 120 kB with raw line breaks in its texts',
    times: 20,
    input: broken,
    ours: `import { readJsonObject } from '#penguin-engine/finish/repair-json.ts'; export const work = (text) => readJsonObject(text).summary.length`,
    library: 'jsonrepair',
    theirs: `import { jsonrepair } from 'jsonrepair'; export const work = (text) => JSON.parse(jsonrepair(text)).summary.length`,
  },
  {
    what: '1,000 tasks, 8 at a time',
    times: 20,
    input: undefined,
    ours: `import { createSemaphore } from '#repl-types/concurrency/semaphore.ts';
      const { signal } = new AbortController();
      export const work = () => { const semaphore = createSemaphore(8); return Promise.all(Array.from({ length: 1000 }, () => semaphore.run(async () => 1, signal))) }`,
    library: 'p-queue',
    theirs: `import PQueue from 'p-queue';
      export const work = () => { const queue = new PQueue({ concurrency: 8 }); return Promise.all(Array.from({ length: 1000 }, () => queue.add(async () => 1))) }`,
  },
];

const project = makeProject([]);
try {
  project.install(Object.entries(versions).map(([name, version]) => `${name}@${version}`));
  const esbuild = await import(
    pathToFileURL(join(project.directory, 'node_modules/esbuild/lib/main.js')).href
  );
  console.log('| what | ours, bytes | ours, ms | library | bytes | ms | installed, kB |');
  console.log('| --- | ---: | ---: | --- | ---: | ---: | ---: |');
  for (const { what, times, input, ours, library, theirs } of rows) {
    const one = await measure(esbuild, 'ours', ours, input, times);
    const other = await measure(esbuild, 'theirs', theirs, input, times);
    const installed = Math.round(
      bytesBelow(join(project.directory, 'node_modules', library)) / 1e3,
    );
    const cells = [
      what,
      one.bytes,
      one.ms,
      `${library} ${versions[library]}`,
      other.bytes,
      other.ms,
    ];
    console.log(`| ${[...cells, installed].join(' | ')} |`);
  }
} finally {
  project.remove();
}

/**
 * The size of a module, bundled, minified and gzipped, and the least time of `times` calls of its `work` in five rounds.
 * @param {any} esbuild @param {string} name @param {string} source @param {unknown} input @param {number} times
 */
async function measure(esbuild, name, source, input, times) {
  const contents = source.replace(/'#([\w-]+)\/(.*?)'/g, (_, folder, path) =>
    JSON.stringify(join(packagesFolder, folder, 'src', path)),
  );
  const options = {
    stdin: { contents, resolveDir: project.directory, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['@rlm/source', 'import'],
    nodePaths: [join(project.directory, 'node_modules')],
    write: false,
    logLevel: 'error',
  };
  // What other packages of ours hold is there anyway.
  const alone = await esbuild.build({ ...options, external: ['@rlm/*'] });
  const bytes = gzipSync(alone.outputFiles[0].contents).length;
  const whole = await esbuild.build(options);
  const file = `${name}-${bytes}.mjs`;
  project.write(file, whole.outputFiles[0].text);
  const { work } = await import(pathToFileURL(join(project.directory, file)).href);
  let least = Infinity;
  for (let round = 0; round < 5; round += 1) {
    const startedAt = performance.now();
    for (let time = 0; time < times; time += 1) await work(input);
    least = Math.min(least, performance.now() - startedAt);
  }
  return { bytes, ms: (least / times).toPrecision(2) };
}

/** Bytes of the files below a folder. @param {string} folder @returns {number} */
function bytesBelow(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => statSync(join(folder, path)))
    .reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0);
}
