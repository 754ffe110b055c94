import { messageOf } from '@rlm/repl-types/internal';

import { version } from '../version.js';
import { readOptions } from './options.js';
import { serve } from './serve.js';
import { usage, UsageError } from './usage.js';

/** What a person reads: stdout is for the protocol. */
const say = (words: string): void => void process.stderr.write(`rlm-mcp: ${words}\n`);

/** Runs the command of this process; returns the exit code. */
async function main(): Promise<number> {
  let isRead = false;
  try {
    const { argv, env } = process;
    const options = readOptions(argv.slice(2), env);
    isRead = true;
    if (typeof options === 'object') return await serve(options, env, say);
    process.stdout.write(options === 'help' ? usage : `${version}\n`);
    return 0;
  } catch (fault) {
    say(messageOf(fault));
    if (!isRead) process.stderr.write(`\n${usage}`);
    return fault instanceof UsageError ? 2 : 1;
  }
}

void main().then((code) => {
  process.exitCode = code;
});
