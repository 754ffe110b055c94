import { dirname, isAbsolute, join } from 'node:path';

import type { AnyValues, CommandDefinition, Origins } from '../arguments/command.js';
import { configKeys, optionOf, pathKey } from './config-keys.js';
import { readConfig, type ConfigFile } from './read-config.js';
import type { ConfigValue } from './check-config.js';

/** A command line with what the user's settings add to it. */
export interface Configured {
  readonly values: AnyValues;
  readonly origins: Origins;
  /** `/home/me/.config/rlm/config.json (model, maxSteps)`; undefined if they add nothing. */
  readonly words?: string;
}

/** The options of one thing: one of them on the command line leaves out all of them that the settings say. */
const together: readonly (readonly string[])[] = [
  ['json', 'events', 'quiet'],
  ['timeout', 'timeout-ms'],
  ['price-in', 'price-cached', 'price-out', 'price-reported'],
];

/** What belongs to one endpoint: what another one is sent, the settings do not say. */
const ofEndpoint = [
  'base-url',
  'provider',
  'header',
  'api-key-env',
  'model',
  'sub-model',
  'planner',
];

/** What an option of the command line leaves out of the settings, beside itself. */
const leavesOut: Readonly<Record<string, readonly string[]>> = {
  'base-url': ofEndpoint,
  provider: ofEndpoint,
  planner: [...ofEndpoint, 'python', 'schema'],
  model: ['planner'],
  python: ['planner'],
  schema: ['planner'],
};

/** Adds what the user's settings say to a command line, which wins. Throws `UsageError` for settings that are wrong. */
export async function withConfig(
  { options, config: reads }: Pick<CommandDefinition, 'options' | 'config'>,
  said: AnyValues,
): Promise<Configured> {
  const nothing = { values: said, origins: fromCommandLine };
  const read = reads === undefined ? undefined : await readConfig();
  if (read === undefined) return nothing;
  const left = leftOutBy(said);
  const all = valuesOf(read);
  const keys = configKeys.filter((key) => {
    const option = optionOf(key);
    if (all[option] === undefined || options[option] === undefined || left.has(option))
      return false;
    return reads === 'all' || placeKeys.includes(key);
  });
  if (keys.length === 0) return nothing;
  const added = keys.map(optionOf);
  const set = Object.fromEntries(added.map((option) => [option, all[option] ?? true]));
  return {
    values: { ...set, ...said },
    origins: (option) => (added.includes(option) ? read.file : fromCommandLine(option)),
    words: `${read.file} (${keys.join(', ')})`,
  };
}

/** What each command takes that goes on with runs, or looks for endpoints: how these are reached. */
const placeKeys = ['baseUrl', 'provider', 'apiKeyEnv', 'headers', 'requireIsolation'];

const fromCommandLine: Origins = (option) => `--${option}`;

function leftOutBy(said: AnyValues): ReadonlySet<string> {
  const names = Object.keys(said);
  return new Set([
    ...names,
    ...names.flatMap((name) => leavesOut[name] ?? []),
    ...together.filter((options) => options.some((option) => option in said)).flat(),
  ]);
}

/** What settings say, as a command line would. A switch that is off says nothing. */
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
  return key === pathKey && !isAbsolute(word) ? join(dirname(file), word) : word;
}
