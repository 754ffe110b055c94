import { readFileSync } from 'node:fs';

import { RlmError } from '@rlm/repl-types';

import { parseArguments } from './arguments/parse-arguments.js';
import type { FoundCommand } from './arguments/program.js';
import { commands } from './commands/index.js';
import { withConfig } from './config/with-config.js';
import { styleFor } from './render/style.js';
import { wrapFor } from './render/wrap-for.js';
import { plainText } from './view/text/plain-text.js';
import { UsageError } from './usage-error.js';

/** Runs the command that the arguments name, and resolves to its exit code; what went wrong goes to stderr. */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    return await parseAndRun(argv);
  } catch (error) {
    const expected = error instanceof UsageError || RlmError.isInstance(error);
    const words = expected ? error.message : String((error as Error).stack ?? error);
    process.stderr.write(`${wrapFor(process.stderr, `rlm: ${plainText(words)}`)}\n`);
    const isMistake =
      error instanceof UsageError || (expected && (error as RlmError).code === 'invalid_option');
    return isMistake ? 2 : 1;
  }
}

async function parseAndRun(argv: readonly string[]): Promise<number> {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const parsed = parseArguments(commands, argv, version);
  if (parsed.kind === 'command') return runCommand(parsed);
  process.stdout.write(parsed.text);
  return 0;
}

async function runCommand({ definition, rest, values: said }: FoundCommand): Promise<number> {
  const { values, origins, words } = await withConfig(definition, said);
  let prepared: ReturnType<typeof definition.prepare>;
  try {
    prepared = definition.prepare(rest, values, origins);
  } catch (error) {
    if (words === undefined || !(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message} (settings of ${words} count too)`, { cause: error });
  }
  const isShown =
    definition.config === 'all' && !('json' in values || 'events' in values || 'quiet' in values);
  if (words !== undefined && isShown) {
    const style = styleFor(process.stderr, process.env);
    const line = `${style.bold('Settings:')} ${plainText(words)}`;
    process.stderr.write(`${wrapFor(process.stderr, line)}\n`);
  }
  return prepared.run();
}
