import type { JsonValue } from '@rlm/repl-types';

import { allLocalsBytes } from '../../contract/frames.js';
import type { HeldVariable } from '../../supervisor/values/give-values.js';
import { maxNameChars } from '../../supervisor/values/names.js';
import type { MontyWorker } from '../protocol/worker.js';
import { decodeValue, ownLimits } from '../values/decode-value.js';
import { evaluate } from './asker.js';
import type { SessionMemory } from './memory.js';

/**
 * The user's variables. Names that cells may have bound are looked up, and existing ones are remembered. The rest are
 * forgotten until a cell mentions them again.
 *
 * @param count Largest number of variables that are described; the newest are kept.
 * @param size Largest number of characters of a preview.
 * @param maxValueBytes Largest size of an included value, as JSON text in bytes; default 0: no values.
 */
export async function describeVariables(
  worker: MontyWorker,
  memory: SessionMemory,
  count: number,
  size: number,
  maxValueBytes = 0,
): Promise<readonly HeldVariable[]> {
  const names = [...new Set([...memory.variables, ...memory.candidates])].filter(
    (name) => !name.startsWith('_') && name.length <= maxNameChars,
  );
  const answer = await evaluate(worker, lookUpSource(names.slice(-count), size, maxValueBytes));
  if (!answer.ok) return [];
  const rows = decodeValue(answer.value, ownLimits) as readonly Row[];
  memory.candidates.clear();
  if (names.length <= count) memory.variables.clear();
  for (const [name] of rows) memory.variables.add(name);
  return rows.map(([name, typeName, totalLength, preview, items, value]) => ({
    variable: { name, typeName, totalLength, preview, items },
    value,
  }));
}

/** The guest's description of a variable, with the value if it is short plain data. */
type Row = readonly [
  name: string,
  typeName: string,
  totalLength: number,
  preview: string,
  items: number | null,
  value?: JsonValue,
];

function lookUpSource(names: readonly string[], size: number, maxValueBytes: number): string {
  const tries = names.map(
    (name) => `try:
    _rlm_row = _rlm_local(${JSON.stringify(name)}, ${name}, ${size}, min(${maxValueBytes}, _rlm_left))
    _rlm_rows.append(_rlm_row)
    if _rlm_row is not None and len(_rlm_row) == 7:
        _rlm_left -= _rlm_row.pop()
except Exception:
    pass`,
  );
  return [
    '_rlm_rows = []',
    `_rlm_left = ${allLocalsBytes}`,
    ...tries,
    '[row for row in _rlm_rows if row is not None]',
  ].join('\n');
}

/** The result of `SHOW_VARS()`: `name: type`, one per line. */
export function showVariables(variables: readonly HeldVariable[]): string {
  const lines = variables.map(({ variable: { name, typeName } }) => `${name}: ${typeName}`);
  return lines.length > 0 ? lines.join('\n') : 'No variables created yet.';
}
