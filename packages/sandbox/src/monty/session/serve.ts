import {
  maxVariables,
  variablePreviewChars,
  type HostFrame,
  type ReplyFrame,
} from '../../contract/frames.js';
import { requireBytes, toJsonTexts } from '../values/write-json.js';
import { evaluate } from './asker.js';
import { breathe } from './breathe.js';
import { isIdentifier } from './names.js';
import { assignVariable } from './names-of-host.js';
import type { Session } from './session.js';
import { describeVariables } from './variables.js';

/** The host's requests between cells. */
export type Question = Exclude<HostFrame, { readonly type: 'execute' | 'result' }>;

/** Answers a question by a reply frame. */
export async function serve(session: Session, question: Question): Promise<void> {
  const outcome = await answerQuestion(session, question);
  session.start.events.onFrame({ type: 'reply', id: question.id, outcome });
}

async function answerQuestion(
  session: Session,
  question: Question,
): Promise<ReplyFrame['outcome']> {
  if (question.type === 'variables') {
    const variables = await describeVariables(
      session.worker,
      session.memory,
      maxVariables,
      variablePreviewChars,
    );
    return { json: JSON.stringify(variables.map(({ variable }) => variable)) };
  }
  if (question.type === 'seed') return {};
  const { name } = question;
  if (!isIdentifier(name)) {
    return { error: { type: 'NameError', message: `${JSON.stringify(name)} is no name` } };
  }
  try {
    switch (question.type) {
      case 'set-text':
        await assignVariable(session, name, question.text, question.isReserved);
        return {};
      case 'set-json':
        await assignVariable(session, name, JSON.parse(question.json), question.isReserved);
        return {};
      case 'get':
        return await readVariable(session, name);
    }
  } catch (error) {
    return { error: { type: 'ValueError', message: error instanceof Error ? error.message : '' } };
  }
}

async function readVariable(session: Session, name: string): Promise<ReplyFrame['outcome']> {
  const answer = await evaluate(session.worker, name);
  if (!answer.ok) return { error: { type: answer.error.type, message: answer.error.text } };
  const { limits } = session.start;
  const json = requireBytes(toJsonTexts([answer.value], limits, () => name).join(), limits);
  await breathe(json);
  return { json };
}
