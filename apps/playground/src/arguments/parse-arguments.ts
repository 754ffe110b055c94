import { CommanderError } from 'commander';

import { UsageError } from '../usage-error.js';
import type { AnyValues, CommandDefinition } from './command.js';
import { createProgram, type FoundCommand } from './program.js';

/** What the command line asks for: a text to print, or a command to prepare and run. */
export type Parsed =
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'command' } & FoundCommand);

/** Reads the command line. Throws {@link UsageError} with one line that says what is wrong. */
export function parseArguments(
  commands: readonly CommandDefinition[],
  argv: readonly string[],
  version: string,
): Parsed {
  let text = '';
  const found: FoundCommand[] = [];
  const program = createProgram(commands, {
    version,
    write: (words) => (text += words),
    found: (command) => found.push(command),
  });
  try {
    if (argv.length === 0) program.outputHelp();
    else program.parse(unknownCommandOf(argv, commands) ?? [...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw new UsageError(explain(error, commands, argv));
  }
  const [command] = found;
  if (command === undefined) return { kind: 'text', text };
  requireValues(command.definition, command.values);
  return { kind: 'command', ...command };
}

/** A single word that should be a command but is not one. With `--help` after it, the parser would print the general help. */
function unknownCommandOf(
  argv: readonly string[],
  commands: readonly CommandDefinition[],
): string[] | undefined {
  const word = argv[0] === 'help' ? argv[1] : argv[0];
  if (word === undefined || word.startsWith('-') || word === 'help') return undefined;
  return commands.some(({ name }) => name === word) ? undefined : [word];
}

/** Throws {@link UsageError} for a value that is another option, or none of those that there are. */
function requireValues({ options }: CommandDefinition, values: AnyValues): void {
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== 'string') continue;
    if (/^--[a-z]/.test(value) && (options[value.slice(2)] !== undefined || value === '--help')) {
      throw new UsageError(`--${name} needs a value before ${value}`);
    }
    const { choices } = options[name] ?? {};
    if (choices?.includes(value) === false) {
      throw new UsageError(`--${name} takes ${choices.join(', ')}, not ${JSON.stringify(value)}`);
    }
  }
}

/** What is wrong with a command line, in one line. */
function explain(
  { code, message }: CommanderError,
  commands: readonly CommandDefinition[],
  argv: readonly string[],
): string {
  const names = commands.map(({ name }) => name);
  const all = `the commands are ${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
  const [first = '', second] = message.replace(/^error: /, '').split('\n');
  const nearest = second === undefined ? '' : ` ${second.replace('(Did', '(did')}`;
  const [, word = ''] = /'(.*)'/.exec(first) ?? [];
  const said = argv.find((argument) => names.includes(argument));
  switch (code) {
    case 'commander.unknownCommand':
      return `there is no command ${JSON.stringify(word)}${nearest}; ${all}`;
    case 'commander.unknownOption': {
      if (said === undefined)
        return `there is no command, and rlm takes no ${word} by itself; ${all}`;
      if (argv.indexOf(word) < argv.indexOf(said)) {
        return `${word} must follow the command: rlm ${said} ... ${word}`;
      }
      const help = `rlm ${said} --help lists its options`;
      const isForeign = commands.some(({ options }) => word.slice(2) in options);
      return isForeign
        ? `rlm ${said} takes no ${word}; ${help}`
        : `Unknown option '${word}'${nearest}; ${help}`;
    }
    case 'commander.help':
      return `there is no command; ${all}`;
    default:
      return `${first}${nearest}; rlm ${said === undefined ? '' : `${said} `}--help lists the options`;
  }
}
