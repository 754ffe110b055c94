import { Command, Option } from 'commander';

import type { AnyValues, CommandDefinition, OptionSpec } from './command.js';
import { exampleLines, exitCodes, helpColumns, helpExamples, paragraphs } from './help.js';

/** A command that was found on the command line, and what follows it. */
export interface FoundCommand {
  readonly definition: CommandDefinition;
  readonly rest: readonly string[];
  readonly values: AnyValues;
}

/** The input of the parser. */
interface ProgramOptions {
  readonly version: string;
  /** Takes what `--help` and `--version` print. */
  readonly write: (text: string) => void;
  readonly found: (command: FoundCommand) => void;
}

/** The commands as the parser takes them; a mistake is thrown as a `CommanderError`. */
export function createProgram(
  commands: readonly CommandDefinition[],
  { version, write, found }: ProgramOptions,
): Command {
  const program = new Command('rlm')
    .description("Answers questions over documents far larger than a model's window.")
    .usage('<command> [options]')
    .version(version, '-v, --version', 'the version')
    .helpOption('-h, --help', 'this help; rlm <command> --help describes a command')
    .helpCommand('help [command]', 'describes a command, with its options and examples')
    .configureOutput({ writeOut: write, writeErr: () => undefined })
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .exitOverride();
  program.addHelpText(
    'after',
    () => `\n${exampleLines(helpExamples, columnsOf(program))}\n\n${exitCodes}`,
  );
  for (const definition of commands) addCommand(program, definition, found);
  return program;
}

function addCommand(
  program: Command,
  definition: CommandDefinition,
  found: ProgramOptions['found'],
): void {
  const { name, summary, usage = '', details, options, examples } = definition;
  const command = program
    .command(name)
    .summary(summary)
    .description(`${summary[0]?.toUpperCase() ?? ''}${summary.slice(1)}.`)
    .usage(`${usage}${usage === '' ? '' : ' '}[options]`)
    .argument('[arguments...]')
    .configureHelp({ visibleArguments: () => [] })
    .helpOption('-h, --help', 'this help');
  for (const [option, spec] of Object.entries(options)) {
    command.addOption(optionOf(option, spec));
  }
  if (details !== undefined)
    command.addHelpText('after', () => `\n${paragraphs(details, columnsOf(command))}`);
  command.addHelpText('after', () => `\n${exampleLines(examples, columnsOf(command))}`);
  command.action(() => {
    found({ definition, rest: command.args, values: valuesOf(command) });
  });
}

/** The width that the parser gives its own part of the help. */
const columnsOf = (command: Command): number =>
  command.configureOutput().getOutHelpWidth?.() ?? helpColumns;

function optionOf(name: string, spec: OptionSpec): Option {
  const { value, words, short, choices, group, isRepeated = false } = spec;
  const flags = `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
  const option = new Option(
    flags,
    choices === undefined ? words : `${words}: ${choices.join(', ')}`,
  );
  if (isRepeated) {
    option.argParser((text: string, before?: string) =>
      before === undefined ? text : `${before}\n${text}`,
    );
  }
  return group === undefined ? option : option.helpGroup(group);
}

/** What the command line says, by the names that the options have. */
function valuesOf(command: Command): AnyValues {
  const said = command.options.filter(
    (option) => command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  return Object.fromEntries(
    said.map((option) => {
      const value: unknown = command.getOptionValue(option.attributeName());
      return [option.long?.slice(2) ?? '', option.negate || value === true ? true : String(value)];
    }),
  );
}
