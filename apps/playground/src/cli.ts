import { readFileSync } from 'node:fs';

import { RlmError } from '@rlm/repl-types';

import { help } from './arguments/help.js';
import { parseArguments } from './arguments/parse-arguments.js';
import { askCommand } from './commands/ask-command.js';
import { demoCommand } from './commands/demo-command.js';
import { forkCommand } from './commands/fork-command.js';
import { resumeCommand } from './commands/resume-command.js';
import { runsCommand } from './commands/runs-command.js';
import { UsageError } from './usage-error.js';

async function main(argv: readonly string[]): Promise<number> {
  const args = parseArguments(argv);
  switch (args.command) {
    case 'ask':
      return askCommand(args);
    case 'resume':
      return resumeCommand(args);
    case 'fork':
      return forkCommand(args);
    case 'runs':
      return runsCommand(args);
    case 'worker':
      // What it needs is loaded for who asks for it.
      return (await import('./commands/worker-command.js')).workerCommand(args);
    case 'demo':
      return demoCommand();
    case 'help':
      process.stdout.write(`${help}\n`);
      return 0;
    case 'version': {
      const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
      process.stdout.write(`${(JSON.parse(manifest) as { version: string }).version}\n`);
      return 0;
    }
  }
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
  process.stderr.write(
    `rlm: ${expected ? error.message : String((error as Error).stack ?? error)}\n`,
  );
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
