import type { RunContext } from '@rlm/penguin-engine/kernel';
import type { FinalSignal } from '@rlm/repl-types';

import { renderNudge } from '../prompt/nudge.js';
import type { RlmState } from '../protocol/rlm-state.js';
import { acceptFinal, type RlmAnswer } from './accept-final.js';
import type { Notice } from './notice.js';
import { resolveProseFinal } from './prose-final.js';
import { readReply } from './read-reply.js';
import { runBlocks, type BlockRun } from './run-blocks.js';

/** What one reply came to. */
export interface TurnReport {
  /** `text`: neither code nor a final. */
  readonly type: 'code' | 'final' | 'text';
  readonly runs: readonly BlockRun[];
  readonly notices: readonly Notice[];
  /** The accepted answer, or null. */
  readonly answer: RlmAnswer | null;
}

/** Acts on a reply: runs its code, or resolves the final in its prose, and checks the answer. */
export async function takeTurn(
  reply: string,
  state: RlmState,
  context: RunContext,
): Promise<TurnReport> {
  const { plan, host } = state;
  const read = readReply(reply, plan.options.sandbox.language, plan.dialects);
  switch (read.type) {
    case 'code': {
      const { runs, notices } = await runBlocks(read.blocks, host, context);
      state.executed = true;
      const signal = runs.at(-1)?.result.finalOutput ?? null;
      const told = [...read.notices, ...notices];
      if (signal === null) return { type: 'code', runs, notices: told, answer: null };
      const checked = await check(valueOf(signal), 'code', state, context);
      return { type: 'code', runs, ...checked, notices: [...told, ...checked.notices] };
    }
    case 'final': {
      const resolved = await resolveProseFinal(read.final, host);
      if ('notice' in resolved) {
        return {
          type: 'final',
          runs: [],
          notices: [...read.notices, resolved.notice],
          answer: null,
        };
      }
      const checked = await check(resolved.value, 'prose', state, context);
      return {
        type: 'final',
        runs: [],
        ...checked,
        notices: [...read.notices, ...checked.notices],
      };
    }
    case 'nothing': {
      const nudge: Notice = { code: 'no_action', message: renderNudge(plan) };
      return { type: 'text', runs: [], notices: [...read.notices, nudge], answer: null };
    }
  }
}

async function check(
  value: unknown,
  source: 'code' | 'prose',
  state: RlmState,
  context: RunContext,
): Promise<{ readonly answer: RlmAnswer | null; readonly notices: readonly Notice[] }> {
  const { executed } = state;
  const accepted = await acceptFinal(value, source, state.plan, { step: context.step, executed });
  return accepted.accepted
    ? { answer: accepted.answer, notices: [] }
    : { answer: null, notices: [accepted.notice] };
}

/** The value that a signal of executed code stands for. */
export function valueOf(signal: FinalSignal): unknown {
  return signal.type === 'submit' ? signal.fields : signal.answer;
}
