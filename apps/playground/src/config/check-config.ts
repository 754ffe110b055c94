import { Validator, type Schema } from '@cfworker/json-schema';
import { describeValue, nearestName } from '@rlm/repl-types/internal';

import { UsageError } from '../usage-error.js';
import { configKeys, configSchema } from './config-keys.js';

/** A key with its value, as the schema allows it. */
export type ConfigValue = string | number | boolean | Readonly<Record<string, string>>;

/** What settings say. */
export type Config = Readonly<Record<string, ConfigValue>>;

/** The parts of a key's schema that say what is expected. */
interface KeySchema {
  readonly description: string;
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly enum?: readonly string[];
}

/** Reads settings, and checks them by the published schema. Throws {@link UsageError} in one line. */
export function checkConfig(file: string, text: string): Config {
  let data: unknown;
  try {
    data = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${(error as Error).message.replaceAll('\n', ' ')}`);
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new UsageError(
      `Expected ${file} to be an object such as {"maxSteps": 10}, got ${describeValue(data)}.`,
    );
  }
  const { properties } = configSchema;
  for (const [key, value] of Object.entries(data) as [string, unknown][]) {
    if (!Object.hasOwn(properties, key)) throw new UsageError(unknownKey(file, key));
    const schema = properties[key as keyof typeof properties];
    if (new Validator(schema as Schema, '7').validate(value).valid) continue;
    throw new UsageError(
      `Expected ${key} in ${file} to be ${expectedOf(schema)}, got ${describeValue(value)}.`,
    );
  }
  const { $schema: _, ...config } = data as Config;
  return config;
}

function unknownKey(file: string, key: string): string {
  const near = nearestName(camelCase(key), configKeys);
  const meant = near === undefined ? '' : ` (did you mean ${near}?)`;
  return `${file} has an unknown key ${JSON.stringify(key)}${meant}; the keys are ${configKeys.join(', ')}`;
}

/** `max-steps` and `--max-steps` as a key is written. */
const camelCase = (key: string): string =>
  key.replace(/^-+/, '').replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

function expectedOf({ type, minimum = 0, maximum, pattern, enum: names }: KeySchema): string {
  if (names !== undefined) return `one of ${names.join(', ')}`;
  switch (type) {
    case 'integer':
      return `a whole number from ${minimum}${maximum === undefined ? '' : ` to ${maximum}`}`;
    case 'number':
      return `a number from ${minimum}`;
    case 'boolean':
      return 'true or false';
    case 'object':
      return 'an object of headers such as {"x-team": "red"}';
    default:
      if (pattern === undefined) return 'a text that is not empty';
      return pattern.startsWith('^http') ? 'an http(s) address' : 'a time such as "30s" or "5m"';
  }
}
