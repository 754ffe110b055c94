import { isPromptTooLong } from '@rlm/kernel/internal';
import { groupThousands } from '@rlm/repl-types/internal';

import type { RlmContext } from '../run/events.js';
import type { RlmState } from '../run/state.js';
import { askRoot, type OwnCall, type OwnReply } from '../turn/ask-model.js';
import { compactTranscript, type Compaction } from './compact.js';
import { fitTranscript } from './fit-transcript.js';
import { messagesOf, transcriptChars } from './messages.js';

/** What is asked beside the transcript: a last message, and settings of its own. */
interface Question {
  readonly last?: string | undefined;
  readonly settings?: OwnCall['settings'] | undefined;
}

/**
 * Asks the model with the transcript, compacted as far as necessary. If the model refuses it as too long, it is shortened further, and
 * the model is asked once more; what was learnt holds for all later calls of the run.
 */
export async function askFitting(
  state: RlmState,
  context: RlmContext,
  question: Question = {},
): Promise<OwnReply> {
  // A wrap-up asks with what there is: a summary by the model would take the place of its one call.
  const compacted =
    question.last === undefined ? await compactTranscript(state, context) : undefined;
  if (compacted !== undefined) take(compacted, state, context);
  const { room } = state;
  if (charsWith(question, state) > room.most) await fit(question, state, context);
  try {
    return await ask(question, state, context);
  } catch (error) {
    if (!isPromptTooLong(error)) throw error;
    const refused = charsWith(question, state);
    room.refuse(refused);
    await fit(question, state, context);
    const now = charsWith(question, state);
    if (now >= refused) throw error;
    const most = groupThousands(room.most);
    const message = `The model refused a prompt of ${groupThousands(refused)} characters as too long. It was shortened to ${groupThousands(now)}, and later prompts are kept below ${most}.`;
    context.diagnose({ code: 'prompt_shortened', message, step: context.step });
  }
  try {
    return await ask(question, state, context);
  } catch (error) {
    // What asks next, the wrap-up, asks with less.
    if (isPromptTooLong(error)) room.refuse(charsWith(question, state));
    throw error;
  }
}

async function ask(question: Question, state: RlmState, context: RlmContext): Promise<OwnReply> {
  const { plan, scope } = state;
  const messages = messagesOf(state, question.last);
  const reply = await askRoot(plan, messages, context, scope.calls, question.settings);
  state.room.take(charsWith(question, state));
  return reply;
}

const charsWith = ({ last = '' }: Question, state: RlmState): number =>
  transcriptChars(state) + last.length;

async function fit({ last }: Question, state: RlmState, context: RlmContext): Promise<void> {
  const chars = state.room.target - (last?.length ?? 0);
  const options = last === undefined ? (state.plan.options.compaction ?? {}) : {};
  take(await fitTranscript(state, context, chars, options || {}), state, context);
}

/** Before the next call: if that fails, the wrap-up asks with the transcript that fits the session's variable `history`. */
function take({ transcript, notices }: Compaction, state: RlmState, context: RlmContext): void {
  state.transcript = transcript;
  for (const notice of notices) context.emit({ type: 'notice', ...notice });
}
