import { decodeValue, ownLimits } from '../values/decode-value.js';
import { NoData } from '../values/no-data.js';
import { requireBytes } from '../values/write-json.js';
import { evaluate } from './asker.js';
import type { CellOutput } from './cell-output.js';
import { defineAnswer } from './names-of-host.js';
import type { Session } from './session.js';

/** Under the `answer` dialect: gives the answer when a cell ends and the answer is ready. */
export async function settleAnswer(session: Session, output: CellOutput): Promise<void> {
  const kind = await evaluate(session.worker, 'type(answer).__name__');
  if (!kind.ok || decodeValue(kind.value, ownLimits) !== 'dict') {
    output.warn('`answer` must stay a dict with `content` and `ready`; it was put back.');
    await defineAnswer(session);
    return;
  }
  const source =
    '[answer.get("ready") is True, answer.get("content") if answer.get("ready") is True else None]';
  const found = await evaluate(session.worker, source);
  if (!found.ok) return;
  try {
    const { limits } = session.start;
    // The answer is in a list, next to whether it is ready.
    const around = {
      ...limits,
      maxValueDepth: limits.maxValueDepth + 1,
      maxValueNodes: limits.maxValueNodes + 2,
    };
    const [isReady, content] = decodeValue(found.value, around) as readonly [unknown, unknown];
    if (isReady !== true || content === null || content === '') return;
    const json = requireBytes(JSON.stringify(content), limits);
    await evaluate(session.worker, 'answer["ready"] = False');
    session.finish({ type: 'final', kind: 'direct', json });
  } catch (error) {
    if (!(error instanceof NoData)) throw error;
    await evaluate(session.worker, 'answer["ready"] = False');
    output.warn(`the content of \`answer\` was not accepted: ${error.message}`);
  }
}
