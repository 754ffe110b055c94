import { encodeFunction, encodeValue } from '../values/encode-value.js';
import { evaluate } from './asker.js';
import type { Session } from './session.js';

/** Assigns a variable; a reserved one is kept under a second, hidden name, from which it is put back. */
export async function assignVariable(
  session: Session,
  name: string,
  value: unknown,
  isReserved: boolean,
): Promise<void> {
  const keep = isReserved ? `${keptName(session, name)} = ${name}` : 'None';
  const answer = await evaluate(session.worker, keep, [[name, encodeValue(value)]]);
  if (!answer.ok) throw new Error(`${answer.error.type}: ${answer.error.text}`);
  if (!session.isOwn(name)) session.memory.variables.add(name);
  if (isReserved) session.memory.reserved.add(name);
  else session.memory.reserved.delete(name);
  if (name === '_out') session.memory.taken.add(name);
}

/** Gives `_out` what a cell printed, unless the name was taken. */
export async function keepWholeOutput({ worker, memory }: Session, text: string): Promise<void> {
  if (text !== '' && !memory.taken.has('_out'))
    await evaluate(worker, 'None', [['_out', encodeValue(text)]]);
}

/** Under which a reserved variable is kept: a name that no cell can guess. */
function keptName({ memory }: Session, name: string): string {
  return `_rlm_kept_${memory.secret}_${name}`;
}

/** Puts reserved variables and functions back that the last cell may have overwritten. */
export async function restoreNames(session: Session): Promise<void> {
  const { reserved, overwritten } = session.memory;
  const lost = [...overwritten];
  overwritten.clear();
  const kept = lost.filter((name) => reserved.has(name));
  const functions = lost.filter((name) => session.knows(name));
  if (kept.length === 0 && functions.length === 0) return;
  const source = ['None', ...kept.map((name) => `${name} = ${keptName(session, name)}`)].join('\n');
  await evaluate(
    session.worker,
    source,
    functions.map((name) => [name, encodeFunction(name)] as const),
  );
}

/** The `answer` dict of the dialect of that name, as a session begins. */
export async function defineAnswer(session: Session): Promise<void> {
  const answer = { content: '', ready: false };
  await evaluate(session.worker, 'None', [['answer', encodeValue(answer)]]);
}
