import type { JournalLine, RunInfo, RunStore } from '@rlm/journal';
import { awaitHook, isRecord } from '@rlm/repl-types/internal';

import { McpError } from '../../errors.js';
import type { McpSpecs } from '../options.js';
import type { McpKeptQuestion } from '../question.js';
import { isAllowed, type Roots } from '../files/roots.js';

/** A run of the store that a client may see. */
export interface KeptRun {
  readonly info: RunInfo;
  readonly kept: McpKeptQuestion;
}

/** The most runs of a store that are looked at for a list. */
const maxLooked = 10_000;

/** The longest reply in the view of a run. */
const maxReplyChars = 20_000;

/** The runs that a client may see, the newest first: those of this server, about files in the allowed folders. */
export async function listKept(
  store: RunStore,
  specs: McpSpecs,
  roots: Roots,
  { status, limit }: { readonly status?: RunInfo['status'] | undefined; readonly limit: number },
): Promise<readonly KeptRun[]> {
  const found: KeptRun[] = [];
  let looked = 0;
  for await (const info of store.list(status === undefined ? {} : { status })) {
    looked += 1;
    if (looked > maxLooked) break;
    const kept = await readVisible(info, specs, roots);
    if (kept !== undefined) found.push({ info, kept });
  }
  return found.sort((one, other) => other.info.made - one.info.made).slice(0, limit);
}

/** A run that a client may see, by its id. Throws `McpError` (`run_unknown`) for any other. */
export async function findKept(
  store: RunStore,
  specs: McpSpecs,
  roots: Roots,
  runId: string,
): Promise<KeptRun> {
  for await (const info of store.list()) {
    if (info.runId !== runId) continue;
    const kept = await readVisible(info, specs, roots);
    if (kept !== undefined) return { info, kept };
  }
  throw new McpError(
    'run_unknown',
    `There is no run ${JSON.stringify(runId)} that this client may see. The tool "runs" lists them.`,
  );
}

async function readVisible(
  { runId, spec }: RunInfo,
  specs: McpSpecs,
  roots: Roots,
): Promise<McpKeptQuestion | undefined> {
  if (spec === undefined) return undefined;
  const kept = await awaitHook(() => specs.read(spec, runId));
  if (kept === undefined || kept.files.length === 0) return undefined;
  return kept.files.every(({ path }) => isAllowed(path, roots)) ? kept : undefined;
}

/** What a list says of a run. */
export const rowOf = ({ info, kept }: KeptRun): Readonly<Record<string, unknown>> => ({
  runId: info.runId,
  status: info.status,
  question: kept.question,
  files: kept.files.length,
  made: new Date(info.made).toISOString(),
  ...(info.finishReason === undefined ? {} : { finishReason: info.finishReason }),
});

/** The view of a run: its question, its files, and the model's replies. */
export async function viewOf(
  store: RunStore,
  run: KeptRun,
): Promise<Readonly<Record<string, unknown>>> {
  const steps: { readonly step: number; readonly reply: string }[] = [];
  let subQueries = 0;
  let usage: unknown;
  for await (const line of store.read(run.info.runId)) {
    if (line.t === 'end') ({ usage } = line);
    if (line.t !== 'effect') continue;
    if (line.path === '' && line.kind === 'model') {
      steps.push({ step: line.step, reply: replyOf(line) });
    } else if (line.kind === 'sub-query') subQueries += 1;
  }
  return {
    ...rowOf(run),
    files: run.kept.files.map(({ name }) => name),
    limits: run.kept.limits,
    steps,
    subQueries,
    ...(usage === undefined ? {} : { usage }),
  };
}

function replyOf(line: JournalLine & { readonly t: 'effect' }): string {
  const { value, error } = line;
  if (error !== undefined) return '[the call failed]';
  const text = isRecord(value) ? value['text'] : value;
  if (typeof text !== 'string') return '[a long reply: not shown]';
  return text.length > maxReplyChars ? `${text.slice(0, maxReplyChars)} [cut]` : text;
}
