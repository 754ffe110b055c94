import { dirname, isAbsolute, join } from 'node:path';

import type { AnyValues } from '../arguments/command.js';
import type { ConfigValue } from './check-config.js';
import { optionOf, pathKeys } from './config-keys.js';
import type { ConfigFile } from './read-config.js';

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
