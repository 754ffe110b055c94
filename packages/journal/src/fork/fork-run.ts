import { mismatch, refuseOption, settle } from '@rlm/repl-types/internal';
import { checkOptions, fields, required, text, wholeNumber } from '@rlm/repl-types/options';
import type { RunJournal, RunHead } from '@rlm/kernel';

import type { HeadLine } from '../lines/lines.js';
import { readRunState, type NumberedLine } from '../lines/run-state.js';
import { checkResumable, olderThanThis } from '../lines/version.js';
import { itemsOf } from '../store/items-of.js';
import { jsonData } from '../store/json-data.js';
import { runIdRule } from '../store/run-id.js';
import type { RunStore } from '../store/run-store.js';

/** Where and how a fork leaves the original run. */
export interface ForkOptions {
  /** The first step that is taken again; steps count from 1. */
  readonly atStep: number;
  /** The root model's reply in that step, instead of the recorded one. Everything after the reply is done again. */
  readonly reply?: string | undefined;
  /** The id of the fork. Default: a new one. */
  readonly runId?: string | undefined;
  /** JSON that is kept with the fork. Default: that of the run. */
  readonly spec?: unknown;
}

/**
 * A journal for a new run that begins as another did: the steps before `atStep` are given as they were, without a call. The
 * question, the model and the limits may be others; the contexts and the sandbox may not. The run that is forked stays as it is.
 *
 * Throws `journal_not_found`, `journal_exists` if the id of the fork is taken, and `InvalidOptionError` for a step that the run has
 * not reached.
 *
 * @example
 * const journal = await forkRun(store, id, { atStep: 3 });
 */
export async function forkRun(
  store: RunStore,
  runId: string,
  options: ForkOptions = {} as ForkOptions,
): Promise<RunJournal> {
  const rules = fields<ForkOptions>({
    atStep: required(wholeNumber(1)),
    reply: text,
    runId: runIdRule,
    spec: jsonData,
  });
  checkOptions(options, rules, refuseOption);
  const { atStep, reply } = options;
  const { head, lines } = readRunState(runId, await itemsOf('store.read', () => store.read(runId)));
  checkResumable(head);
  const last = lines.reduce(
    (most, { line }) => (line.path === '' ? Math.max(most, line.step) : most),
    0,
  );
  if (atStep > last) {
    throw refuseOption(
      mismatch('atStep', `a step that run "${runId}" has reached (1 to ${last})`, atStep),
    );
  }
  const kept = reply === undefined ? before(lines, atStep) : withReply(lines, atStep, reply);
  if (kept === undefined) {
    throw refuseOption({
      option: 'reply',
      message: `Expected reply to be omitted, since run "${runId}" has no model reply in step ${atStep}. Omit it, or choose another step.`,
    });
  }
  const { spec = head.spec } = options;
  return settle(
    store.create({
      runId: options.runId,
      spec,
      fork: {
        run: runId,
        atStep,
        isReplied: reply === undefined ? undefined : true,
        // Of a release before this one, if that wrote them.
        version: olderThanThis(head),
        head: headOf(head),
        seed: head.seed,
        elapsedMs: kept.at(-1)?.ms ?? 0,
        // What a step waited for was decided before the next one began.
        lines: kept.map(({ line }) => line).filter(({ t }) => t !== 'wait'),
      },
    }),
  );
}

/** Whether a line is the root's, of a step or a later one. */
const isFrom =
  (atStep: number) =>
  ({ line: { path, step } }: NumberedLine): boolean =>
    path === '' && step >= atStep;

/** The lines of the steps before one. The outcome of one of their abandoned calls may come later. */
function before(lines: readonly NumberedLine[], atStep: number): NumberedLine[] {
  const isLater = isFrom(atStep);
  const start = lines.findIndex(isLater);
  const late = lines
    .slice(start)
    .filter((each) => each.line.t === 'spent' && each.line.path === '' && !isLater(each));
  return [...lines.slice(0, start), ...late];
}

/** The same, and the step's own lines up to the model's reply, which is replaced. Undefined if there is no reply. */
function withReply(
  lines: readonly NumberedLine[],
  atStep: number,
  reply: string,
): NumberedLine[] | undefined {
  const step = lines.filter(({ line }) => line.path === '' && line.step === atStep);
  const cell = step.findIndex(({ line }) => line.t === 'cell');
  const asked = cell < 0 ? step : step.slice(0, cell);
  const place = asked.findLastIndex(
    ({ line }) => line.t === 'effect' && line.kind === 'model' && line.error === undefined,
  );
  const found = asked[place];
  if (found?.line.t !== 'effect') return undefined;
  const { t, path, kind, key, parts } = found.line;
  const line = {
    t,
    path,
    step: atStep,
    kind,
    key,
    parts,
    value: { text: reply },
  };
  return [...before(lines, atStep), ...asked.slice(0, place), { ...found, line }];
}

function headOf({ protocol, hashes, backend, versions }: HeadLine): RunHead | undefined {
  if (protocol === undefined || hashes === undefined) return undefined;
  return { protocol, hashes, backend, versions };
}
