import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import type { EffectRecord } from '@rlm/kernel';

import { jsonlStore } from '../../jsonl/index.js';
import { readRunState } from '../../lines/run-state.js';
import { toArray } from '../../store/to-array.js';
import { callLogOf, idIn, type AttemptRequest, type LoggedCall } from './attempt.js';

type Place = Pick<AttemptRequest, 'folder' | 'runId'>;

/** The calls of a run: those that were logged, and those in its journal. */
export interface CallAccount {
  readonly logged: readonly LoggedCall[];
  /** The calls whose outcome is recorded. */
  readonly recorded: ReadonlySet<string>;
  /** Effects that are recorded twice. */
  readonly twice: readonly string[];
  /** Replies that were recorded for another question than their own. */
  readonly wrong: readonly string[];
}

/** The current account of a run's calls; empty if it has not begun. */
export async function accountOf(place: Place): Promise<CallAccount> {
  const logged = readLog(place);
  const byId = new Map(logged.map((call) => [call.id, call]));
  const keys = new Set<string>();
  const recorded = new Set<string>();
  const twice: string[] = [];
  const wrong: string[] = [];
  for (const line of await effectsOf(place)) {
    const key = `${line.path}|${line.key}`;
    if (keys.has(key)) {
      twice.push(key);
      continue;
    }
    keys.add(key);
    const id = idOf(line);
    if (id === undefined) continue;
    recorded.add(id);
    const isOther = String(byId.get(id)?.parts) !== String(line.parts);
    if (line.parts !== undefined && isOther) wrong.push(key);
  }
  return { logged, recorded, twice, wrong };
}

/** Removes from a run's log the calls whose outcome is missing in its journal, which was cut. */
export async function forgetUnrecorded(place: Place): Promise<void> {
  const { logged, recorded } = await accountOf(place);
  const kept = logged.filter(({ id }) => recorded.has(id));
  writeFileSync(callLogOf(place), kept.map((call) => `${JSON.stringify(call)}\n`).join(''));
}

/** The call of an effect, if it belongs to one: a child's answer, or code's, contains the marks of others. */
function idOf({ kind, value }: EffectRecord): string | undefined {
  return callKinds.includes(kind) ? idIn(JSON.stringify(value ?? null)) : undefined;
}

/** The kinds of effects that the log has calls of. */
const callKinds: readonly string[] = ['model', 'sub-query', 'tool'];

async function effectsOf({ folder, runId }: Place): Promise<readonly EffectRecord[]> {
  try {
    const lines = await toArray(jsonlStore({ folder }).read(runId));
    return readRunState(runId, lines).lines.flatMap(({ line }) =>
      line.t === 'effect' ? line : [],
    );
  } catch (error) {
    if ((error as { code?: unknown }).code === 'journal_not_found') return [];
    throw error;
  }
}

function readLog(place: Place): readonly LoggedCall[] {
  const file = callLogOf(place);
  if (!existsSync(file)) return [];
  // A kill may leave the last line without its end.
  const whole = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return whole.map((line) => JSON.parse(line) as LoggedCall);
}
