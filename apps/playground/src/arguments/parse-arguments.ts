import { UsageError } from '../usage-error.js';
import { readAsk, type AskArguments } from './ask-arguments.js';
import { parseOptions, requireTaken } from './options.js';
import {
  readFork,
  readResume,
  readRuns,
  readWorker,
  type ForkArguments,
  type ResumeArguments,
  type RunsArguments,
  type WorkerArguments,
} from './run-arguments.js';

/** What the command line asks for. */
export type Arguments =
  | AskArguments
  | ResumeArguments
  | ForkArguments
  | RunsArguments
  | WorkerArguments
  | { readonly command: 'demo' | 'help' | 'version' };

/** Reads the command line. Throws {@link UsageError} with one line that says what is wrong. */
export function parseArguments(argv: readonly string[]): Arguments {
  const { values, positionals } = parseOptions(argv);
  const [command = '', ...rest] = positionals;
  if (values.help === true || argv.length === 0) return { command: 'help' };
  if (values.version === true) return { command: 'version' };
  requireTaken(command, values);
  switch (command) {
    case 'demo':
      if (rest.length > 0) throw new UsageError('rlm demo takes no arguments; rlm ask does');
      return { command };
    case 'ask':
      return readAsk(rest, values);
    case 'resume':
      return readResume(rest, values);
    case 'fork':
      return readFork(rest, values);
    case 'runs':
      return readRuns(rest, values);
    case 'worker':
      return readWorker(rest, values);
    default: {
      const said =
        command === '' ? 'there is no command' : `there is no command ${JSON.stringify(command)}`;
      throw new UsageError(`${said}; the commands are ask, resume, runs, fork, worker and demo`);
    }
  }
}
