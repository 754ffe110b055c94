import { dirname, isAbsolute, join } from 'node:path';

import type { AnyValues, CommandDefinition, Origins } from '../arguments/command.js';
import { UsageError } from '../usage-error.js';
import { shellWord } from '../shell-word.js';
import {
  configKeys,
  defaultLimits,
  optionOf,
  priceKeys,
  trustedKeys,
  pathKeys,
} from './config-keys.js';
import { isTrusted, readConfig, type ConfigFile } from './read-config.js';
import type { ConfigValue } from './check-config.js';

/** A command line with what a configuration file adds to it. */
export interface Configured {
  readonly values: AnyValues;
  readonly origins: Origins;
  /** `rlm.config.json (model, maxSteps)`; undefined if no file sets anything. */
  readonly words?: string;
}

/** The options of one thing: one of them on the command line leaves out all of them that a file sets. */
const together: readonly (readonly string[])[] = [
  ['json', 'events', 'quiet'],
  ['timeout', 'timeout-ms'],
  ['runs', 'no-journal'],
  ['queue', 'no-journal'],
  ['price-in', 'price-cached', 'price-out', 'price-reported'],
];

/** What belongs to one endpoint: what another one is sent, a file does not say. */
const ofEndpoint = [
  'base-url',
  'provider',
  'header',
  'api-key-env',
  'model',
  'sub-model',
  'planner',
];

/** What an option of the command line leaves out of a file, beside itself. */
const leavesOut: Readonly<Record<string, readonly string[]>> = {
  'base-url': ofEndpoint,
  provider: ofEndpoint,
  planner: [...ofEndpoint, 'python', 'schema'],
  'by-hand': ofEndpoint,
  model: ['planner'],
  python: ['planner'],
  schema: ['planner'],
};

/**
 * Adds what a configuration file sets to a command line, which wins. Throws {@link UsageError} for a file that is wrong, and for one that
 * sets what needs trust, and is not trusted.
 */
export async function withConfig(
  { options, config: reads }: Pick<CommandDefinition, 'options' | 'config'>,
  { config: named, ...said }: AnyValues,
): Promise<Configured> {
  const nothing = { values: said, origins: fromCommandLine };
  if (reads === undefined || named === 'none') return nothing;
  if (named === '') throw new UsageError('--config needs a file, or none');
  const read = await readConfig(named === undefined ? undefined : String(named));
  if (read === undefined) return nothing;
  const left = leftOutBy(said);
  const all = valuesOf(read);
  const keys = configKeys.filter((key) => {
    const option = optionOf(key);
    if (all[option] === undefined || options[option] === undefined || left.has(option))
      return false;
    return reads === 'all' || placeKeys.includes(key);
  });
  await requireTrusted(read, keys, said);
  if (keys.length === 0) return nothing;
  const added = keys.map(optionOf);
  const set = Object.fromEntries(added.map((option) => [option, all[option] ?? true]));
  return {
    values: { ...set, ...said },
    origins: (option) => (added.includes(option) ? read.file : fromCommandLine(option)),
    words: `${read.file} (${keys.join(', ')})`,
  };
}

/** What each command that works on runs or endpoints takes of a file: their places. */
const placeKeys = ['baseUrl', 'provider', 'apiKeyEnv', 'headers', 'runs', 'requireIsolation'];

const fromCommandLine: Origins = (option) => `--${option}`;

function leftOutBy(said: AnyValues): ReadonlySet<string> {
  const names = Object.keys(said);
  return new Set([
    ...names,
    ...names.flatMap((name) => leavesOut[name] ?? []),
    ...together.filter((options) => options.some((option) => option in said)).flat(),
  ]);
}

async function requireTrusted(
  read: ConfigFile,
  keys: readonly string[],
  said: AnyValues,
): Promise<void> {
  const reasons = [
    ...keys
      .filter((key) => key in trustedKeys)
      .map((key) => `${key}, which ${trustedKeys[key] ?? ''}`),
    ...keys
      .filter((key) => 'max-cost' in said && priceKeys.includes(key))
      .map((key) => `${key}, by which your --max-cost is counted`),
    ...keys.flatMap((key) => {
      const most = defaultLimits[key] ?? Infinity;
      return Number(read.config[key]) > most
        ? [`${key} above ${most}, which lets a run cost more`]
        : [];
    }),
  ];
  if (reasons.length === 0 || (await isTrusted(read))) return;
  throw new UsageError(
    `${read.file} sets ${reasons.join('; ')}. That needs your trust: read the file, then run rlm trust ${shellWord(read.file)} (--config none goes without the file)`,
  );
}

/** What a configuration file sets, as a command line would say it. A switch that is off says nothing. */
export function valuesOf({ file, config }: Pick<ConfigFile, 'file' | 'config'>): AnyValues {
  const said = Object.entries(config).filter(([, value]) => value !== false);
  return Object.fromEntries(said.map(([key, value]) => [optionOf(key), wordOf(file, key, value)]));
}

function wordOf(file: string, key: string, value: ConfigValue): string | true {
  if (value === true) return true;
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, text]) => `${name}: ${text}`)
      .join('\n');
  }
  const word = String(value);
  return pathKeys.includes(key) && !isAbsolute(word) ? join(dirname(file), word) : word;
}
