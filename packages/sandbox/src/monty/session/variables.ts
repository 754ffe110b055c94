import type { GuestVariable } from '../../supervisor/frames.js';
import type { MontyWorker } from '../protocol/worker.js';
import { decodeValue } from '../values/decode-value.js';
import { evaluate } from './asker.js';
import type { SessionMemory } from './memory.js';

/**
 * The user's variables. Names that cells may have bound are looked for, those that exist are remembered; the rest
 * are forgotten until a cell mentions them again.
 *
 * @param count Largest number of variables that are described, the newest.
 * @param size Largest number of characters of a preview.
 */
export async function describeVariables(
  worker: MontyWorker,
  memory: SessionMemory,
  count: number,
  size: number,
): Promise<readonly GuestVariable[]> {
  const names = [...new Set([...memory.variables, ...memory.candidates])].filter(
    (name) => !name.startsWith('_'),
  );
  const answer = await evaluate(worker, lookUpSource(names.slice(-count), size));
  if (!answer.ok) return [];
  const rows = decodeValue(answer.value, 4) as readonly (readonly [
    string,
    string,
    number,
    string,
  ])[];
  memory.candidates.clear();
  if (names.length <= count) memory.variables.clear();
  for (const [name] of rows) memory.variables.add(name);
  return rows.map(([name, typeName, totalLength, preview]) => ({
    name,
    typeName,
    totalLength,
    preview,
  }));
}

function lookUpSource(names: readonly string[], size: number): string {
  const tries = names.map(
    (name) => `try:
    _rlm_rows.append(_rlm_describe(${JSON.stringify(name)}, ${name}, ${size}))
except Exception:
    pass`,
  );
  return ['_rlm_rows = []', ...tries, '[row for row in _rlm_rows if row is not None]'].join('\n');
}

/** What `SHOW_VARS()` gives: `name: type`, a line each. */
export function showVariables(variables: readonly GuestVariable[]): string {
  const lines = variables.map(({ name, typeName }) => `${name}: ${typeName}`);
  return lines.length > 0 ? lines.join('\n') : 'No variables created yet.';
}
