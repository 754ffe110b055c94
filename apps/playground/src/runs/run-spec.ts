import type { OutputWishes } from '../arguments/ask-arguments.js';
import type { AskLimits } from '../arguments/limit-arguments.js';
import { withoutSecrets, type ModelSpec } from '../models/model-spec.js';
import type { JsonSchema } from '../schema/standard-schema.js';
import { UsageError } from '../usage-error.js';
import { notFound } from './not-found.js';
import type { Runs } from './runs.js';
import { faultInSpec } from './spec-shape.js';
import { asTaskSpec, type TaskSpec } from './task-spec.js';
import type { TextFiles } from './text-files.js';

/** How a question is answered, whatever the model: kept with its run. */
export interface AskSettings extends AskLimits, OutputWishes {
  readonly language: 'javascript' | 'python';
  readonly reward?: string | undefined;
  /** The JSON Schema of the answer. */
  readonly schema?: JsonSchema | undefined;
  /** Whether events tell how much of the text was read; default: they do not. */
  readonly coverage?: boolean | undefined;
  /** Whether the operating system must isolate the model's code. */
  readonly requireIsolation?: boolean | undefined;
}

/** What is kept with a run, so that it can be asked again: neither keys nor contents. */
export interface RunSpec {
  readonly by: 'rlm ask';
  readonly version: 1;
  readonly question: string;
  /** The working directory in which it was begun; absent from a run of an earlier version. */
  readonly project?: string | undefined;
  readonly text: TextFiles;
  readonly model: ModelSpec;
  readonly settings: AskSettings;
}

/** What is kept with a run. */
export function specOf({
  question,
  project,
  text,
  model,
  settings,
}: Omit<RunSpec, 'by' | 'version'>): RunSpec {
  const { output, history, language, reward, coverage, ...limits } = settings;
  const spec: RunSpec = {
    by: 'rlm ask',
    version: 1,
    question,
    project,
    text,
    model: withoutSecrets(model),
    settings: { output, history, language, reward, coverage, ...limits },
  };
  // As JSON gives it back: what is undefined is left out.
  return JSON.parse(JSON.stringify(spec)) as RunSpec;
}

/** The spec of a run, if `rlm ask` kept one, and nothing is wrong with it. */
export function asRunSpec(spec: unknown): RunSpec | undefined {
  const { by } = (spec ?? {}) as Partial<RunSpec>;
  return by === 'rlm ask' && faultInSpec(spec) === undefined ? (spec as RunSpec) : undefined;
}

/** What was kept with a run, by whichever program. Throws {@link UsageError} for an unknown id. */
export async function readHead(runs: Runs, runId: string): Promise<unknown> {
  try {
    for await (const line of runs.store.read(runId)) if (line.t === 'head') return line.spec;
  } catch (error) {
    throw await notFound(runs, runId, error);
  }
  return undefined;
}

/** Reads what was kept with a question or a task. Throws {@link UsageError} for an unknown id, and for what cannot be used. */
export async function readKept(runs: Runs, runId: string): Promise<RunSpec | TaskSpec> {
  const head = await readHead(runs, runId);
  const fault = faultInSpec(head);
  if (fault !== undefined) {
    throw new UsageError(
      `the journal of the run ${runId} cannot be used: ${fault}. It was altered, or another version of rlm wrote it`,
    );
  }
  const spec = asRunSpec(head) ?? asTaskSpec(head);
  if (spec !== undefined) return spec;
  throw new UsageError(
    `the run ${runId} was not begun by rlm ask: open it with the program that began it`,
  );
}

/** Reads what was kept with a question. Throws {@link UsageError} for an unknown id, and for a run of another program. */
export async function readSpec(runs: Runs, runId: string): Promise<RunSpec> {
  const spec = await readKept(runs, runId);
  if (spec.by === 'rlm ask') return spec;
  throw new UsageError(
    `the run ${runId} is a task, and no question: rlm show shows it, and rlm resume, rlm approve and rlm reject go on with it`,
  );
}
