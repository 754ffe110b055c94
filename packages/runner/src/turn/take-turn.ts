import type { RunContext } from '@rlm/kernel';
import { answerOfFinal } from '@rlm/repl-types/internal';

import type { OwnReply } from './ask-model.js';
import { replFunctions } from '../repl-functions.js';
import { onlyProposes } from '../run/query-scope.js';
import type { RlmState } from '../run/state.js';
import { acceptFinal } from './accept-final.js';
import type { Acceptance, RlmAnswer } from './answer.js';
import type { Notice, NoticeCode } from '../run/notice.js';
import { resolveProseFinal } from './prose-final.js';
import { readHalf, readReply } from './read-reply.js';
import { nudge, textAfterNotice } from './reply-notices.js';
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
  const { plan, host, scope } = state;
  const accept = (value: unknown, source: 'code' | 'prose'): Promise<Acceptance> =>
    context.effects.busy(
      acceptFinal(value, source, plan, { step: context.step, executed: scope.executed }),
    );
  const { language } = plan.options.sandbox;
  const reply = unquoted(text, language);
  const whole = await readReply(reply, language, plan.dialects, {
    proposes: onlyProposes(scope),
    hasRun: scope.executed,
    functions: [...replFunctions, ...plan.tools.names],
  });
  const read = isCutOff ? readHalf(whole) : whole;
  const nothing = { runs: [], prose: reply, answer: null };
  switch (read.type) {
    case 'code': {
      const { blocks } = read;
      const codes = blocks.map(({ code }) => code);
      const { runs, notices } = await runBlocks(codes, host, context, scope);
      scope.executed = true;
      const signal = runs.at(-1)?.result.finalOutput ?? null;
      const told = [...read.notices, ...notices];
      const report = { type: 'code', runs, prose: textAround(reply, blocks) } as const;
      if (signal === null) {
        const after = textAfterNotice(reply, blocks, read.notices);
        return { notices: [...told, ...after], answer: null, ...report };
      }
      const checked = await accept(answerOfFinal(signal), 'code');
      return { ...report, ...checked, notices: [...told, ...checked.notices] };
    }
    case 'final': {
      const resolved = await resolveProseFinal(read.final, host, isLast);
      if ('notice' in resolved) {
        return { type: 'final', notices: [...read.notices, resolved.notice], ...nothing };
      }
      const checked = await accept(resolved.value, 'prose');
      const notices = [...read.notices, ...checked.notices];
      return { type: 'final', ...nothing, ...checked, notices };
    }
    case 'proposal':
      return { type: 'final', notices: read.notices, ...nothing };
    case 'nothing': {
      const isNudged = read.notices.some(({ code }) => nudges.includes(code));
      const notices = isNudged ? read.notices : [...read.notices, nudge(plan)];
      return { type: 'text', notices, ...nothing };
    }
  }
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
