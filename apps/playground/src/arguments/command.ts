/** An option of the command line. */
export interface OptionSpec {
  /** What the help calls its value, e.g. `<n>`; absent: the option is a switch. */
  readonly value?: string;
  readonly words: string;
  readonly short?: string;
  /** Whether it may be there several times: its value is then one text, a line for each. */
  readonly isRepeated?: boolean;
  /** The values that there are; default: any. */
  readonly choices?: readonly string[];
  /** The heading in the help; default: "Options:". */
  readonly group?: string;
}

/** Options by their names, without the dashes. */
export type OptionTable = Readonly<Record<string, OptionSpec>>;

/** The options that a command line has, by their names: texts, or `true` for switches. */
export type ValuesOf<Options extends OptionTable> = {
  readonly [Name in keyof Options]?: Options[Name] extends { readonly value: string }
    ? string
    : boolean;
};

/** The options that a command line has, whichever they are: texts, or `true` for switches. */
export type AnyValues = Readonly<Record<string, string | true>>;

/** Names what set an option: `--model`, or the file of the settings. */
export type Origins = (option: string) => string;

/** What the command line says of an option, and not the settings. */
export const saidIn = (
  values: Readonly<Partial<Record<string, unknown>>>,
  origins: Origins,
  option: string,
): string | undefined =>
  origins(option) === `--${option}` ? (values[option] as string | undefined) : undefined;

/** A command of `rlm`, as {@link defineCommand} takes it. */
export interface CommandRecipe<Options extends OptionTable, Args> {
  readonly name: string;
  /** One line in `rlm --help`. */
  readonly summary: string;
  /** What follows the name, beside options: `"<question>" <file or folder>...`. */
  readonly usage?: string;
  /** Paragraphs that the command's help has below its options. */
  readonly details?: string;
  readonly options: Options;
  /** Whole command lines, of which the help shows all; at least one. */
  readonly examples: readonly [string, ...string[]];
  /**
   * What of the user's settings the command takes: all keys that are options of it, or only those that say how endpoints are reached.
   * Default: none.
   */
  readonly config?: 'all' | 'places';
  /** Reads what follows the name. Throws `UsageError` with one line that says what is wrong, and what to do. */
  readonly read: (rest: readonly string[], values: ValuesOf<Options>, origins: Origins) => Args;
  /** Does it, and returns the exit code: 0 an answer, 1 none, 2 a mistake in the call, 130 interrupted. */
  readonly run: (args: Args) => Promise<number>;
}

/** A command of `rlm`: a value in a file of its own, registered in the list of `src/commands/index.ts`. */
export interface CommandDefinition extends Omit<
  CommandRecipe<OptionTable, unknown>,
  'read' | 'run'
> {
  /** Reads a command line; what it asks for is begun by `run`. */
  readonly prepare: (
    rest: readonly string[],
    values: AnyValues,
    origins?: Origins,
  ) => { readonly args: unknown; readonly run: () => Promise<number> };
}

/** Defines a command. */
export function defineCommand<const Options extends OptionTable, Args>(
  recipe: CommandRecipe<Options, Args>,
): CommandDefinition {
  const { read, run, ...shown } = recipe;
  return {
    ...shown,
    prepare(rest, values, origins = (option) => `--${option}`) {
      const args = read(rest, values as ValuesOf<Options>, origins);
      return { args, run: () => run(args) };
    },
  };
}
