import type { RlmError } from '@rlm/repl-types';
import { expect } from 'vitest';

import {
  createRun,
  type Outcome,
  type RunContext,
  type Effect,
  type EffectRecord,
  type RunJournal,
  type CreateRunOptions,
} from '../../src/index.js';
import { nextTurn } from '@rlm/repl-types/internal';
import { manualClock } from '../../src/testing/index.js';
import { runWith } from '../model/run-with.js';
import { countingProtocol } from '../helpers.js';
import { type MemoryLog } from './memory-log.js';

export interface World {
  readonly performed: string[];
}

export type Ask = <T>(
  input: unknown,
  perform?: () => T | Promise<T>,
  more?: Partial<Effect<T>>,
) => Promise<T>;

/** Asks a run for effects, and notes those that were carried out. */
export function asking(context: RunContext, { performed }: World): Ask {
  return (input, perform, more = {}) =>
    context.effects.run({
      kind: 'ask',
      input,
      perform: async () => {
        performed.push(JSON.stringify(input));
        return (await perform?.()) as never;
      },
      ...more,
    });
}

/** Runs some work over a log. */
export async function play<T>(
  log: MemoryLog | RunJournal,
  work: (ask: Ask, context: RunContext) => Promise<T>,
  options: CreateRunOptions<string> = {},
) {
  const world: World = { performed: [] };
  const journal = 'lines' in log ? log.open() : log;
  const ran = await runWith((context) => work(asking(context, world), context), {
    journal,
    clock: manualClock(),
    ...options,
  });
  return { ...ran, ...world };
}

/** Runs some work over a log, which fails where that does. */
export const run = (
  log: MemoryLog,
  work: (ask: Ask) => Promise<unknown>,
  options: CreateRunOptions<string> = {},
): Promise<Outcome<string>> =>
  createRun(
    countingProtocol(async (_, context) => {
      await work(asking(context, { performed: [] }));
      return { final: 'done' };
    }),
    null,
    { journal: log.open(), clock: manualClock(), ...options },
  ).result;

export const effectsOf = (log: MemoryLog, kind = 'ask'): EffectRecord[] =>
  log.lines.filter((line): line is EffectRecord => line.t === 'effect' && line.kind === kind);

export const codeOf = (error: unknown): unknown => (error as RlmError).code;

/** Why a run failed. */
export const faultOf = ({ outcome }: { readonly outcome: Outcome<string> }): RlmError => {
  if (outcome.finishReason !== 'error') expect.unreachable(`it ended by ${outcome.finishReason}`);
  return outcome.error as RlmError;
};

export const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
};

/** Three questions at once, whose answers come in another order, then one that depends on them. */
export const racing = async (ask: Ask): Promise<string> => {
  const order: string[] = [];
  const slow = async (name: string, count: number): Promise<void> => {
    order.push(
      await ask({ name }, async () => {
        await turns(count);
        return name;
      }),
    );
  };
  await Promise.all([slow('a', 6), slow('b', 1), slow('a', 9), slow('c', 3)]);
  return order.join('') + (await ask({ order }, () => 'z'));
};
