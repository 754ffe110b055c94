import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import type { EffectRecord } from '@rlm/kernel';

import { jsonlStore } from '../../jsonl/index.js';
import { readRunState } from '../../lines/run-state.js';
import { toArray } from '../../store/to-array.js';
import { callLogOf, idIn, type AttemptRequest, type LoggedCall } from './attempt.js';

type Place = Pick<AttemptRequest, 'folder' | 'runId'>;

/** The calls of a run: what was logged, and what its journal holds. */
export interface CallAccount {
  readonly logged: readonly LoggedCall[];
  /** The calls whose outcome is recorded. */
  readonly recorded: ReadonlySet<string>;
  /** Effects that are recorded twice. */
  readonly twice: readonly string[];
  /** Replies that are recorded for another question than they were given to. */
  readonly wrong: readonly string[];
}

/** The account of a run's calls as it stands now; of one that has not begun it is empty. */
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

/** Takes the calls out of a run's log of which its journal, that was cut, has no outcome. */
export async function forgetUnrecorded(place: Place): Promise<void> {
  const { logged, recorded } = await accountOf(place);
  const kept = logged.filter(({ id }) => recorded.has(id));
  writeFileSync(callLogOf(place), kept.map((call) => `${JSON.stringify(call)}\n`).join(''));
}

/** The call that an effect is of, where it is of one: a child's answer, or code's, has the marks of others in it. */
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
