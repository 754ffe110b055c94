import { readFileSync } from 'node:fs';

import { RlmError } from '@rlm/repl-types';

import { parseArguments } from './arguments/parse-arguments.js';
import { commands } from './commands/index.js';
import { wrapFor } from './render/wrap-for.js';
import { plainText } from './view/text/plain-text.js';
import { UsageError } from './usage-error.js';

async function main(argv: readonly string[]): Promise<number> {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const parsed = parseArguments(commands, argv, version);
  if (parsed.kind === 'command') return parsed.run({ commands });
  process.stdout.write(parsed.text);
  return 0;
}

// Whoever reads our output may stop reading: `rlm ask ... | head` is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const expected = error instanceof UsageError || RlmError.isInstance(error);
  const words = expected ? error.message : String((error as Error).stack ?? error);
  process.stderr.write(`${wrapFor(process.stderr, `rlm: ${plainText(words)}`)}\n`);
  const isMistake =
    error instanceof UsageError || (expected && (error as RlmError).code === 'invalid_option');
  process.exitCode = isMistake ? 2 : 1;
}
