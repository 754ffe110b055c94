import type { NamedReward } from '@rlm/policies';
import type { RunJournal } from '@rlm/kernel';
import { runRlm, type RlmEvent, type RlmOptions, type RlmResult, type Run } from '@rlm/runner';
import type { SandboxBackend } from '@rlm/sandbox';
import { isLongText } from '@rlm/sandbox/internal';

import type { AskLimits } from './arguments/limit-arguments.js';
import { openBackend, type IsolationWishes, type Language } from './backend.js';
import type { OpenedModel } from './models/open-model.js';
import { plannerName } from './planner/create-planner.js';
import type { ReadText } from './read-text.js';
import type { AnyText } from './texts/read-context.js';
import { standardSchemaOf, type JsonSchema } from './schema/standard-schema.js';

/** Who answers questions of which text, and within which limits. */
export interface SessionOptions extends OpenedModel, AskLimits, IsolationWishes {
  readonly text: ReadText<AnyText>;
  /** The language of the model's code; default: JavaScript. */
  readonly language?: Language;
  /** The reward policy that values each step; default: none. */
  readonly reward?: string | undefined;
  /** Whether events tell how much of the text was read; default: they do not. */
  readonly coverage?: boolean | undefined;
  /** Wraps the sandbox of a run; default: nothing. */
  readonly around?: (backend: SandboxBackend) => SandboxBackend;
}

/** What is asked, and how. */
export interface QuestionOptions extends SessionOptions {
  readonly question: string;
  /** The JSON Schema of the answer; default: any answer. */
  readonly schema?: JsonSchema | undefined;
  readonly abortSignal: AbortSignal;
  /** Where the run is written down; default: nowhere. */
  readonly journal?: RunJournal | undefined;
}

/** The same, with functions that are called with the run, and with each event. */
export interface AskOptions extends QuestionOptions {
  readonly onRun?: (run: Run<RlmEvent, RlmResult>) => void;
  readonly onEvent: (event: RlmEvent) => void;
}

/** The outcome of a question. */
export interface Asked {
  readonly result: RlmResult;
  readonly promptChars: number;
}

/** Room for the text in the REPL, a lower-case copy of it, and what the code makes of it. */
const memoryFor = (characters: number): number =>
  Math.min(2 ** 31, 256 * 2 ** 20 + characters * 16);

const asItIs = (backend: SandboxBackend): SandboxBackend => backend;

/** The planner reads one context: of several, all texts with the contexts' names before their own. */
function contextOf(
  { value, contexts, remarks = {} }: ReadText<AnyText>,
  { label }: OpenedModel,
): Pick<RlmOptions, 'context' | 'contexts' | 'contextDescription'> {
  if (contexts === undefined || label === plannerName) {
    return { context: value, contextDescription: descriptionOf(value, remarks['']) };
  }
  const named = Object.entries(contexts).map(
    ([name, held]) =>
      [name, { value: held, description: descriptionOf(held, remarks[name]) }] as const,
  );
  return { contexts: Object.fromEntries(named) };
}

/** What the model reads about a variable with texts of files; nothing about one text, but what was guessed of its encoding. */
function descriptionOf(value: AnyText, remark = ''): string | undefined {
  if (typeof value === 'string' || isLongText(value)) return remark === '' ? undefined : remark;
  const count = Object.keys(value).length;
  const whole =
    count === 1 ? 'The text of 1 file, by its name.' : `Texts of ${count} files, by their names.`;
  return remark === '' ? whole : `${whole} ${remark}`;
}

/** How questions about a text are answered, whichever they are. */
export async function howToAsk(options: SessionOptions): Promise<RlmOptions> {
  const { model, subModel, text, maxSteps, timeoutMs, isPerson = false } = options;
  // A person takes longer than a model.
  const { callTimeoutMs = isPerson ? timeoutMs : undefined } = options;
  const backend = await openBackend(options.language ?? 'javascript', options);
  return {
    model,
    subModel,
    sandbox: (options.around ?? asItIs)(backend),
    sandboxLimits: { memoryBytes: memoryFor(text.characters) },
    ...contextOf(text, options),
    maxSteps,
    limits: {
      maxSubQueries: options.maxSubQueries,
      maxConcurrentQueries: options.concurrency,
      timeoutMs,
      callTimeoutMs,
      maxTokens: options.maxTokens,
      maxCostUsd: options.maxCostUsd,
    },
    prices: options.prices,
    ...callsOf(options),
    // A model that says the same over and over has no answer: better to stop than to pay for it.
    policies: ['repeated_response'],
    // A name that no reward has is refused by the run.
    reward: options.reward as NamedReward | undefined,
    coverage: options.coverage,
  };
}

/** How often a failed call is made again, and what calls are made with. */
export const callsOf = ({
  retries,
  temperature,
}: Pick<AskLimits, 'retries' | 'temperature'>): Pick<RlmOptions, 'retry' | 'settings'> => ({
  retry: retries === undefined ? undefined : { attempts: retries + 1 },
  settings: temperature === undefined ? undefined : { root: { temperature }, sub: { temperature } },
});

/** Starts to answer a question. The events of the run report its progress. */
export async function beginToAsk(options: QuestionOptions): Promise<Run<RlmEvent, RlmResult>> {
  const { question, schema, abortSignal, journal } = options;
  return runRlm({
    ...(await howToAsk(options)),
    schema: schema && standardSchemaOf(schema),
    query: question,
    abortSignal,
    journal,
  });
}

/** Runs one question through the RLM loop, from the first prompt to the answer. */
export async function ask(options: AskOptions): Promise<Asked> {
  const run = await beginToAsk(options);
  options.onRun?.(run);
  let promptChars = 0;
  for await (const event of run) {
    if (event.type === 'session-open' && event.depth === 0) promptChars = event.promptChars;
    options.onEvent(event);
  }
  return { result: await run.result, promptChars };
}
