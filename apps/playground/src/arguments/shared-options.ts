import { providerNames } from '../models/providers.js';
import type { OptionTable } from './command.js';

/** Puts options under a heading of the help. */
const inGroup = <const Options extends OptionTable>(group: string, options: Options): Options =>
  Object.fromEntries(
    Object.entries(options).map(([name, spec]) => [name, { ...spec, group }]),
  ) as Options;

/** What is sent to the endpoint that is named, beside the question. */
export const connectionOptions = inGroup('Which model:', {
  'api-key-env': {
    value: '<name>',
    words:
      'the variable that holds the key; default: RLM_API_KEY, then OPENAI_API_KEY, or that of --provider',
  },
  header: {
    value: '<name: value>',
    words: 'sent with each call to the endpoint; may be given several times, and is not kept',
    isRepeated: true,
  },
});

/** A provider that is known by a name. */
export const providerOption = inGroup('Which model:', {
  provider: {
    value: '<name>',
    words: 'asks this provider, with its own key',
    choices: providerNames,
  },
});

/** Which model answers. */
export const modelOptions = inGroup('Which model:', {
  'base-url': {
    value: '<url>',
    words: 'an OpenAI-compatible endpoint (or RLM_BASE_URL); its key in RLM_API_KEY',
  },
  model: {
    value: '<id>',
    words: 'the model to ask there (or RLM_MODEL); default: the first one it lists',
  },
  ...providerOption,
  'sub-model': { value: '<id>', words: 'the model for sub-queries; default: the same' },
  ...connectionOptions,
  temperature: { value: '<n>', words: "of all calls, from 0; default: the model's own" },
  retries: { value: '<n>', words: 'further attempts of a call that failed; default 2' },
  'call-timeout': { value: '<time>', words: 'time of one call: 30s, 5m, 2h; default 5m' },
});

/** That no model answers. */
export const plannerOption = inGroup('Which model:', {
  planner: { words: 'uses the built-in planner instead of a language model' },
});

/** The language of the model's code. */
export const languageOption = inGroup('Which model:', {
  python: { words: 'the model writes Python (Pyodide); default: JavaScript (QuickJS)' },
});

/** What a run may spend. */
export const limitOptions = inGroup('Limits:', {
  'max-steps': { value: '<n>', words: 'steps of the model; default 20' },
  'max-sub-queries': { value: '<n>', words: 'sub-queries of the whole run; default 200' },
  concurrency: { value: '<n>', words: 'sub-queries that run at once; default 16' },
  'max-tokens': { value: '<n>', words: 'tokens of the whole run; default: no limit' },
  timeout: {
    value: '<time>',
    words: 'time of the whole run: 30s, 5m, 2h; default 10m',
  },
  'timeout-ms': { value: '<n>', words: 'the same in milliseconds' },
});

/** How a run is shown: the answer on stdout, what happens on the way on stderr. */
export const outputOptions = inGroup('Output (the answer on stdout, the rest on stderr):', {
  json: { words: 'prints only the result, as JSON, on stdout' },
  events: { words: 'prints only the events, as JSON lines, on stdout' },
  quiet: { words: 'prints only the answer and errors' },
  verbose: { words: 'prints long code and all sub-queries in full, not their beginnings alone' },
  output: {
    value: '<file>',
    words:
      'writes the answer there instead of stdout, with --json as JSON; what was in the file is replaced',
  },
  save: {
    value: '<file>',
    words: 'saves every event as a trajectory, which rlm show and the page open',
  },
  history: { words: "at the end, prints every turn of the model's transcript" },
});

/** Where runs are kept. */
export const runsOption = inGroup('Kept runs (each is written down as it goes, without keys):', {
  runs: {
    value: '<folder>',
    words: 'the folder of the runs; default: your own (~/.local/state/rlm/runs)',
  },
});

/** That nothing is kept. */
export const journalOption = inGroup('Kept runs (each is written down as it goes, without keys):', {
  'no-journal': { words: 'writes nothing to disk, so the run cannot be resumed' },
});

/** That a run of a folder that is named goes on unasked. */
export const yesOption = inGroup('Kept runs (each is written down as it goes, without keys):', {
  yes: {
    words:
      'goes on with a run of --runs without a question: the files that it names are read, its address is asked',
  },
});

/** That code runs isolated or not at all. */
export const isolationOption = inGroup('Safety:', {
  'require-isolation': {
    words:
      "refuses to start if the operating system does not isolate the model's code (on Linux: bubblewrap)",
  },
});

/** Which files are read. */
export const textOption = inGroup('Text:', {
  'no-ignore': { words: 'also reads files that .gitignore leaves out' },
});
