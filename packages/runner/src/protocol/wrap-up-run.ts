import type { RunContext, StopReason } from '@rlm/kernel';
import { parseCodeBlocks, withoutThoughts } from '@rlm/termination/internal';
import { proseOf } from '@rlm/termination';

import type { AnswerSource } from '../result.js';
import { askFitting } from '../history/ask-fitting.js';
import { beginStep } from '../run/query-scope.js';
import { acceptFinal } from '../turn/accept-final.js';
import type { RlmAnswer } from '../turn/answer.js';
import { readVariable, resolveWords } from '../turn/prose-final.js';
import { takeTurn } from '../turn/take-turn.js';
import { isForPeople } from '../turn/unrun-code.js';
import { recordTurn } from './turn-record.js';
import { tellFieldsLeftOut } from './tell-fields-left-out.js';
import { tellCoverage } from './coverage-steps.js';
import { wrapUpText } from './wrap-up-text.js';
import { joinSession } from './join-session.js';
import { endByHost } from './host-final.js';
import { lastValues } from '../session/variables.js';
import type { RlmState } from '../run/state.js';
import type { Notice } from '../run/notice.js';

/**
 * The best answer after a limit or a policy stopped the run: the policy's own, or that of one last
 * step. A last reply without code or final is itself the answer.
 */
export async function wrapUpRun(
  state: RlmState,
  stop: StopReason,
  context: RunContext,
): Promise<RlmAnswer | undefined> {
  try {
    const answer = await bestAnswer(state, stop, context);
    await tellCoverage(state, context);
    if (answer !== undefined) {
      tellFieldsLeftOut(answer.value, context);
      await state.scope.coverage?.cite(answer.text);
    }
    return answer;
  } catch (error) {
    return { ...(await endByHost(error, state, context)).answer, source: 'wrap-up' };
  } finally {
    if (state.host.isReady) state.lastValues = await lastValues(state, context);
  }
}

async function bestAnswer(
  state: RlmState,
  stop: StopReason,
  context: RunContext,
): Promise<RlmAnswer | undefined> {
  const { plan, scope } = state;
  if (stop.variable !== undefined) await joinSession(state);
  const own = await policyAnswer(stop, state);
  if (own !== undefined) return bestOf(own, 'policy', state);
  if (plan.options.wrapUp === false) return undefined;
  beginStep(scope, context);
  const { root, wrapUp } = plan.options.settings ?? {};
  const settings = wrapUp && { ...root, ...wrapUp };
  const last = wrapUpText(stop, state, context);
  const reply = await askFitting(state, context, { last, settings });
  if (reply.isCutOff) {
    const message = 'The last reply ended at its length limit: no answer was taken from its text.';
    context.diagnose({ code: 'reply_cut_off', message });
  }
  await joinSession(state);
  const report = await takeTurn(reply, state, context, true);
  for (const notice of report.notices) {
    if (notice.refused !== undefined) scope.context.emit({ type: 'notice', ...notice });
  }
  const told = { changed: [], notices: report.notices, budget: '' };
  Object.assign(state, recordTurn({ reply: reply.text, report, told }, state, context).recorded);
  if (report.answer !== null) return { ...report.answer, source: 'wrap-up' };
  if (report.type !== 'text') return undefined;
  const isAsWritten = showsCode(reply.text);
  for (const words of lastWords(reply.text, report.notices)) {
    const value = isAsWritten ? words : await valueOfWords(words, report.notices, state);
    const best = value === undefined ? undefined : await bestOf(value, 'wrap-up', state);
    if (best !== undefined) return best;
  }
  return undefined;
}

/**
 * The answer with which a policy ended the run. If it names a variable, the whole value is read. A
 * reply with code, which policies pass on that end a run with the last output, is not an answer.
 */
async function policyAnswer(
  { answer, variable }: StopReason,
  { host, codeReply }: RlmState,
): Promise<unknown> {
  if (variable !== undefined) {
    const resolved = await readVariable(variable, host);
    if ('value' in resolved) return resolved.value;
  }
  return answer === codeReply ? undefined : answer;
}

/** The value of a last reply's words: of a call that is none but for its form, what it names; undefined for code and placeholders. */
async function valueOfWords(
  words: string,
  notices: readonly Notice[],
  state: RlmState,
): Promise<unknown> {
  const resolved = await resolveWords(words, words, state, true);
  const isCall = notices.some(({ code }) => code === 'final_near_miss');
  if ('value' in resolved && isCall) return resolved.value;
  return 'proposal' in resolved ? undefined : words;
}

/**
 * The value as an answer, if its schema accepts it; in a stopped run no other condition applies.
 */
async function bestOf(
  value: unknown,
  source: AnswerSource,
  { plan, scope }: RlmState,
): Promise<RlmAnswer | undefined> {
  const { answer, notices } = await scope.context.effects.busy(
    acceptFinal(value, source, plan, { step: Infinity, executed: true }),
  );
  scope.lastRefused = notices[0]?.refused ?? null;
  return answer ?? undefined;
}

/** What a text that is a call of FINAL, but for its form, says within it: `FINAL: 42`, `FINAL(42`. */
function withoutCall(text: string): string {
  return text.replace(
    /^[\s*_`>]*FINAL(?:_VAR)?[*_]*[ \t]*(?:\(([^]*?)\)?|:([^]*?))[\s*_`]*$/,
    (_, within?: string, after?: string) => (within ?? after ?? '').trim(),
  );
}

/** Whether a reply has code, all of which may be what a person asked for, such as a query of a database. */
function showsCode(reply: string): boolean {
  const blocks = parseCodeBlocks(reply);
  return blocks.length > 0 && blocks.every(isForPeople);
}

/**
 * The possible answers in the last reply of a run, if it has neither a final nor code that ran: its
 * text, or its blocks if it has nothing else; then each block alone, the last first, for a schema
 * that the text does not fit. Code of Python or JavaScript is not an answer, nor is any part of a
 * reply that was cut off.
 */
export function lastWords(reply: string, notices: readonly Notice[]): readonly string[] {
  const has = (code: Notice['code']): boolean => notices.some((notice) => notice.code === code);
  if (has('code_unfenced') || has('call_in_text') || has('reply_cut_off')) return [];
  const prose = proseOf(reply);
  if (has('block_unclosed') || (has('code_not_run') && !showsCode(reply))) {
    return [prose].filter((words) => words !== '');
  }
  const blocks = parseCodeBlocks(reply).map(({ code }) => code);
  const whole = prose === '' ? blocks.join('\n\n') : withoutThoughts(reply).trim();
  const words = has('final_near_miss') ? withoutCall(whole) : whole;
  return [words, ...blocks.reverse()].filter((each) => each !== '');
}
