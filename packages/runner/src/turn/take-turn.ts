import type { RunContext } from '@rlm/kernel';
import { answerOfFinal } from '@rlm/repl-types/internal';

import type { OwnReply } from './ask-model.js';
import { functionsOf } from '../run/functions-of.js';
import { onlyProposes } from '../run/query-scope.js';
import type { RlmState } from '../run/state.js';
import { acceptFinal } from './accept-final.js';
import type { Acceptance, RlmAnswer } from './answer.js';
import type { Notice, NoticeCode } from '../run/notice.js';
import { rememberUnrun } from './known-names.js';
import type { Proposal } from './proposal.js';
import { resolveBeside, resolveProseFinal, type ResolvedFinal } from './prose-final.js';
import { readHalf, readReply } from './read-reply.js';
import { nudge, textAfterNotice } from './reply-notices.js';
import type { ReplyPlan } from './reply-plan.js';
import { runBlocks, type BlockRun } from './run-blocks.js';
import { textAround, unquoted } from './runnable-blocks.js';

/** The outcome of one reply. */
export interface TurnReport {
  /** `text`: neither code nor a final. */
  readonly type: 'code' | 'final' | 'text';
  readonly runs: readonly BlockRun[];
  readonly notices: readonly Notice[];
  /** What the reply says around the code that was to run. */
  readonly prose: string;
  /** The accepted answer, or null. */
  readonly answer: RlmAnswer | null;
  /** Whether its final in prose only proposed an answer. */
  readonly isProposal?: boolean;
}

/** A turn in the making. */
interface Turn {
  readonly reply: string;
  readonly state: RlmState;
  readonly context: RunContext;
  readonly isLast: boolean;
}

/**
 * Acts on a reply: runs its code, or resolves the final in its prose, and checks the answer.
 *
 * @param isLast Whether no other turn follows, in which the model could say better what it meant.
 */
export async function takeTurn(
  { text, isCutOff }: Pick<OwnReply, 'text' | 'isCutOff'>,
  state: RlmState,
  context: RunContext,
  isLast = false,
): Promise<TurnReport> {
  const { plan, scope } = state;
  const { language } = plan.options.sandbox;
  const reply = unquoted(text, language);
  const whole = await readReply(reply, language, plan.dialects, {
    proposes: onlyProposes(scope),
    hasRun: scope.executed,
    functions: functionsOf(plan),
  });
  const read = isCutOff ? readHalf(whole) : whole;
  const turn: Turn = { reply, state, context, isLast };
  if (read.type === 'code') return runCode(read, turn);
  if (read.hasUnrun) rememberUnrun(scope.unrun, reply);
  const nothing = { runs: [], prose: reply, answer: null };
  switch (read.type) {
    case 'final':
      return endByProse(await resolveProseFinal(read.final, state, isLast), read.notices, turn);
    case 'proposal': {
      const { proposal, last, notices } = read;
      return isLast && last !== undefined
        ? endByProse(await resolveProseFinal(last, state, isLast), notices, turn)
        : endByProse({ proposal }, notices, turn);
    }
    case 'nothing': {
      const isNudged = read.notices.some(({ code }) => nudges.includes(code));
      const notices = isNudged ? read.notices : [...read.notices, nudge(plan)];
      return { type: 'text', notices, ...nothing };
    }
  }
}

/** Runs the code of a reply, which ends the run if it says so; in the last reply a variable that the text names is the answer. */
async function runCode(
  { blocks, beside, notices: told, hasUnrun }: Extract<ReplyPlan, { type: 'code' }>,
  turn: Turn,
): Promise<TurnReport> {
  const { reply, state, context, isLast } = turn;
  const { host, scope } = state;
  const codes = blocks.map(({ code }) => code);
  const { runs, notices } = await runBlocks(codes, host, context, scope);
  scope.executed = true;
  const signal = runs.at(-1)?.result.finalOutput ?? null;
  const report = { type: 'code', runs, prose: textAround(reply, blocks) } as const;
  const all = [...told, ...notices];
  if (signal !== null) {
    const checked = await accept(answerOfFinal(signal), 'code', turn);
    return { ...report, ...checked, notices: [...all, ...checked.notices] };
  }
  const whole = blocks.slice(0, runs.findLastIndex(({ result }) => result.success) + 1);
  if (hasUnrun || whole.length < blocks.length) {
    rememberUnrun(scope.unrun, textAround(reply, whole));
  }
  if (isLast && beside !== null && !onlyProposes(scope)) {
    const resolved = await resolveBeside(beside, state);
    if (resolved !== null) return { ...(await endByProse(resolved, told, turn)), ...report };
  }
  const after = textAfterNotice(reply, blocks, told);
  return { notices: [...all, ...after], answer: null, ...report };
}

/** Ends the run with the value of a final in prose, if it gives one that is accepted. */
async function endByProse(
  resolved: ResolvedFinal | { readonly proposal: Proposal },
  told: readonly Notice[],
  turn: Turn,
): Promise<TurnReport> {
  const nothing = { type: 'final', runs: [], prose: turn.reply, answer: null } as const;
  if ('notice' in resolved) return { ...nothing, notices: [...told, resolved.notice] };
  if ('proposal' in resolved) {
    const { reason, notice } = resolved.proposal;
    const message = `A final in the model's text only proposed an answer: ${reason}`;
    turn.context.diagnose({ code: 'final_proposed', message });
    return { ...nothing, notices: [...told, notice], isProposal: true };
  }
  const checked = await accept(resolved.value, 'prose', turn);
  return { ...nothing, ...checked, notices: [...told, ...checked.notices] };
}

function accept(
  value: unknown,
  source: 'code' | 'prose',
  { state: { plan, scope }, context }: Turn,
): Promise<Acceptance> {
  const at = { step: context.step, executed: scope.executed };
  return context.effects.busy(acceptFinal(value, source, plan, at));
}

/** Notices that say by themselves what to do next. */
const nudges: readonly NoticeCode[] = [
  'block_unclosed',
  'call_in_text',
  'code_not_run',
  'code_unfenced',
  'reply_cut_off',
  'final_near_miss',
];
