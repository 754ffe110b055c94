import { parseArgs } from 'node:util';

import { rewardPolicies } from '@rlm/policies/reward';

import { UsageError } from './usage-error.js';

/** What `--help` prints. */
export const help = `rlm: answers questions over documents far larger than a model's window

Usage
  rlm ask "<question>" <file or folder>...   asks a question about the text
  rlm demo                                   the demonstration that npm start shows

Which model
  --base-url <url>     an OpenAI-compatible endpoint (or RLM_BASE_URL); key in RLM_API_KEY
  --model <id>         the model to ask there (or RLM_MODEL); default: the first one it lists
  --sub-model <id>     the model for sub-queries; default: the same
  --planner            no language model: the built-in planner
  --by-hand <folder>   you are the model: each prompt is written to the folder (001.prompt.txt,
                       001.prompt.json), and your reply is read from it (001.reply.txt)
  Without any of these a local server is looked for (Ollama, LM Studio, llama.cpp, vLLM);
  where none answers, the planner takes over.

The language of the code that the model writes
  --python             Python (Pyodide); default: JavaScript (QuickJS)

Limits
  --max-steps <n>         turns of the model; default 20
  --max-sub-queries <n>   sub-queries of the whole run; default 200
  --max-tokens <n>        tokens of the whole run; default: no limit
  --timeout-ms <n>        time of the whole run; default 600000, by hand a day

Output: the answer on stdout, what happens on the way on stderr
  --json             the result as one JSON object on stdout, and nothing else
  --events           the events as JSON lines on stdout, and nothing else
  --history          at the end, every turn as the model's transcript has it
  --reward <policy>  values each turn: default, strict, lenient or research
  --help, --version

Exit codes: 0 an answer, 1 no answer, 2 a mistake in the call, 130 interrupted`;

/** How a question is to be answered, as the command line says it. */
export interface AskArguments {
  readonly command: 'ask';
  readonly question: string;
  readonly paths: readonly string[];
  readonly output: 'text' | 'json' | 'events';
  /** Whether the transcript is printed at the end. */
  readonly history: boolean;
  readonly reward: string | undefined;
  readonly baseUrl: string | undefined;
  readonly model: string | undefined;
  readonly subModel: string | undefined;
  readonly planner: boolean;
  /** The folder through which a person plays the model. */
  readonly byHand: string | undefined;
  readonly language: 'javascript' | 'python';
  readonly maxSteps: number;
  readonly maxSubQueries: number;
  readonly maxTokens: number | undefined;
  readonly timeoutMs: number;
}

/** What the command line asks for. */
export type Arguments = AskArguments | { readonly command: 'demo' | 'help' | 'version' };

const options = {
  'base-url': { type: 'string' },
  model: { type: 'string' },
  'sub-model': { type: 'string' },
  planner: { type: 'boolean' },
  'by-hand': { type: 'string' },
  python: { type: 'boolean' },
  'max-steps': { type: 'string' },
  'max-sub-queries': { type: 'string' },
  'max-tokens': { type: 'string' },
  'timeout-ms': { type: 'string' },
  json: { type: 'boolean' },
  history: { type: 'boolean' },
  reward: { type: 'string' },
  events: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `${(message.split('. ')[0] ?? message).replace(/\.$/, '')}; rlm --help lists the options`,
    );
  }
}

function readCount(name: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < least) {
    throw new UsageError(
      `--${name} takes a whole number from ${least}, not ${JSON.stringify(text)}`,
    );
  }
  return count;
}

/** A person takes longer than a model. */
const dayMs = 24 * 60 * 60 * 1_000;

const rewards = rewardPolicies.policies.map(({ policyName }) => policyName);

function readReward(name: string | undefined): string | undefined {
  if (name === undefined || rewards.includes(name)) return name;
  throw new UsageError(`--reward takes ${rewards.join(', ')}, not ${JSON.stringify(name)}`);
}

/** Reads the command line. Throws {@link UsageError} with one line that says what is wrong. */
export function parseArguments(argv: readonly string[]): Arguments {
  const { values, positionals } = parse(argv);
  const [command, question, ...paths] = positionals;
  if (values.help === true || (command === undefined && argv.length === 0))
    return { command: 'help' };
  if (values.version === true) return { command: 'version' };
  if (command === 'demo') {
    if (question !== undefined) throw new UsageError('rlm demo takes no arguments; rlm ask does');
    return { command };
  }
  if (command !== 'ask') {
    throw new UsageError(
      `${command === undefined ? 'there is no command' : `there is no command ${JSON.stringify(command)}`}; the commands are ask and demo`,
    );
  }
  if (question === undefined || question.trim() === '') {
    throw new UsageError('ask needs a question: rlm ask "<question>" <file or folder>...');
  }
  if (paths.length === 0) {
    throw new UsageError(
      'ask needs a file or folder to ask about: rlm ask "<question>" <file or folder>...',
    );
  }
  if (values.json === true && values.events === true) {
    throw new UsageError('--json and --events exclude each other');
  }
  if (values.planner === true && (values['base-url'] ?? values.model) !== undefined) {
    throw new UsageError('--planner needs no model: it excludes --base-url and --model');
  }
  const byHand = values['by-hand'];
  if (byHand === '') throw new UsageError('--by-hand needs a folder');
  if (
    byHand !== undefined &&
    (values.planner ?? values['base-url'] ?? values.model) !== undefined
  ) {
    throw new UsageError(
      '--by-hand makes you the model: it excludes --planner, --base-url and --model',
    );
  }
  if (values.python === true && values.planner === true) {
    throw new UsageError('--planner writes JavaScript: it excludes --python');
  }
  return {
    command,
    question,
    paths,
    output: values.json === true ? 'json' : values.events === true ? 'events' : 'text',
    history: values.history ?? false,
    reward: readReward(values.reward),
    baseUrl: values['base-url'],
    model: values.model,
    subModel: values['sub-model'],
    planner: values.planner ?? false,
    byHand,
    language: values.python === true ? 'python' : 'javascript',
    maxSteps: readCount('max-steps', values['max-steps'], 1) ?? 20,
    maxSubQueries: readCount('max-sub-queries', values['max-sub-queries'], 0) ?? 200,
    maxTokens: readCount('max-tokens', values['max-tokens'], 1),
    timeoutMs:
      readCount('timeout-ms', values['timeout-ms'], 1) ?? (byHand === undefined ? 600_000 : dayMs),
  };
}
