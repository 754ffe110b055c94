import type { JournalLine, RunInfo, RunStore } from '@rlm/journal';
import { cutText } from '@rlm/repl-types';
import {
  askHook,
  awaitHook,
  createByteQuota,
  isRecord,
  readHook,
  headOf,
  isMoment,
} from '@rlm/repl-types/internal';

import { McpError } from '../../errors.js';
import type { McpSpecs } from '../options.js';
import type { McpKeptQuestion } from '../question.js';
import { isAllowed, type Roots } from '../files/roots.js';

/** A run of the store that a client may see. */
export interface KeptRun {
  readonly info: RunInfo;
  readonly kept: McpKeptQuestion;
}

/** What a list says of a run. */
export interface RunRow {
  readonly [field: string]: unknown;
  readonly runId: string;
  readonly status: RunInfo['status'];
  readonly question: string;
  /** How many. */
  readonly files: number;
  /** ISO 8601. */
  readonly made: string;
}

/** The most runs of a store that are looked at for a list. */
const maxLooked = 10_000;

/** The characters of a question in a list. */
const maxQuestionChars = 1_000;

/** The longest reply in the view of a run. */
const maxReplyChars = 20_000;

/** The replies of a view, together. */
const maxViewBytes = 4 * 1024 * 1024;

/**
 * The runs that a client may see, the newest first: those of this server, about files in the allowed folders. Nothing is kept of
 * more than twice `limit` runs.
 */
export async function listKept(
  store: RunStore,
  specs: McpSpecs,
  roots: Roots,
  { status, limit }: { readonly status?: RunInfo['status'] | undefined; readonly limit: number },
): Promise<readonly RunRow[]> {
  let newest: RunRow[] = [];
  const keep = (): void => {
    newest = newest
      .sort((one, other) => Date.parse(other.made) - Date.parse(one.made))
      .slice(0, limit);
  };
  let looked = 0;
  for await (const info of listOf(store, { status })) {
    looked += 1;
    if (looked > maxLooked) break;
    const kept = await readVisible(info, specs, roots);
    if (kept !== undefined) newest.push(rowOf({ info, kept }));
    if (newest.length >= 2 * limit) keep();
  }
  keep();
  return newest;
}

/** A run that a client may see, by its id. Throws `McpError` (`run_unknown`) for any other. */
export async function findKept(
  store: RunStore,
  specs: McpSpecs,
  roots: Roots,
  runId: string,
): Promise<KeptRun> {
  for await (const info of listOf(store, {})) {
    if (info.runId !== runId) continue;
    const kept = await readVisible(info, specs, roots);
    if (kept !== undefined) return { info, kept };
  }
  throw new McpError(
    'run_unknown',
    `There is no run ${JSON.stringify(runId)} that this client may see. The tool "runs" lists them.`,
  );
}

/** The runs of a store, which may be a caller's own. */
function listOf(store: RunStore, filter: { readonly status?: RunInfo['status'] | undefined }) {
  return readHook(askHook('store.list()', () => store.list(filter)));
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
const rowOf = ({ info, kept }: KeptRun): RunRow => ({
  runId: info.runId,
  status: info.status,
  question: cutText(kept.question, maxQuestionChars).text,
  files: kept.files.length,
  made: new Date(isMoment(info.made) ? info.made : 0).toISOString(),
  finishReason: info.finishReason,
});

/** The view of a run: its question, its files, and the model's replies. */
export async function viewOf(
  store: RunStore,
  run: KeptRun,
): Promise<Readonly<Record<string, unknown>>> {
  const steps: { readonly step: number; readonly reply: string }[] = [];
  const quota = createByteQuota(maxViewBytes);
  let subQueries = 0;
  let usage: unknown;
  const lines = askHook('store.read()', () => store.read(run.info.runId));
  for await (const line of readHook(lines)) {
    if (line.t === 'end') ({ usage } = line);
    if (line.t !== 'effect') continue;
    if (line.path === '' && line.kind === 'model') {
      const reply = replyOf(line);
      const isShown = quota.take(2 * reply.length);
      steps.push({ step: line.step, reply: isShown ? reply : '[not shown: the run is too long]' });
    } else if (line.kind === 'sub-query') subQueries += 1;
  }
  return {
    ...rowOf(run),
    question: run.kept.question,
    files: run.kept.files.map(({ name }) => name),
    limits: run.kept.limits,
    steps,
    subQueries,
    usage,
  };
}

function replyOf(line: JournalLine & { readonly t: 'effect' }): string {
  const { value, error } = line;
  if (error !== undefined) return '[the call failed]';
  const text = isRecord(value) ? value['text'] : value;
  if (typeof text !== 'string') return '[a long reply: not shown]';
  return text.length > maxReplyChars ? `${headOf(text, maxReplyChars)} [cut]` : text;
}
