import {
  localValueBytes,
  maxVariables,
  variablePreviewChars,
  type ExecuteFrame,
} from '../../contract/frames.js';
import { namesWholeOutput } from '../../contract/helpers.js';
import { giveValues } from '../../supervisor/values/give-values.js';
import { inPieces } from './breathe.js';
import { createCellOutput, type CellOutput } from './cell-output.js';
import { rememberSource } from './memory.js';
import { boundNames } from './names.js';
import { keepWholeOutput, restoreNames } from './names-of-host.js';
import { runCell } from './run-cell.js';
import type { Session } from './session.js';
import { settleAnswer } from './settle-answer.js';
import { describeVariables } from './variables.js';

/** Runs a cell and reports how it ended. `setOutput` is called with the destination of its prints. */
export async function execute(
  session: Session,
  frame: ExecuteFrame,
  setOutput: (output: CellOutput | undefined) => void,
): Promise<void> {
  const { memory, start } = session;
  const output = createCellOutput(start.events, start.limits);
  session.beginCell();
  await restoreNames(session);
  rememberSource(memory, frame.cell, frame.code);
  for (const name of await inPieces(boundNames(frame.code))) {
    if (session.knows(name) || memory.reserved.has(name)) memory.overwritten.add(name);
    if (!session.knows(name) && !session.isOwn(name)) memory.candidates.add(name);
    if (name === '_out') memory.taken.add(name);
  }
  setOutput(output);
  const end = await runCell(session, frame);
  if (start.dialects.includes('answer') && !session.hasFinished) {
    await settleAnswer(session, output);
  }
  setOutput(undefined);
  if (!namesWholeOutput(frame.code)) await keepWholeOutput(session, output.whole());
  const variables = await describeVariables(
    session.worker,
    memory,
    maxVariables,
    variablePreviewChars,
    localValueBytes,
  );
  output.end();
  start.events.onFrame({
    type: 'done',
    id: frame.id,
    ...end,
    variables: JSON.stringify(giveValues(variables)),
  });
}
