import type { OptionRule } from '@rlm/repl-types/options';
import { describeValue } from '@rlm/repl-types/internal';

/** Deeper data is refused, as a cycle is. */
const maxDepth = 200;

/** What is lost of a value when it is written as JSON; undefined where it comes back as it was. Fields that are undefined are left out. */
function findLoss(value: unknown, place: string, depth = 0): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number' && Number.isFinite(value)) return undefined;
  if (typeof value !== 'object') return `${describeValue(value)}${place}`;
  if (depth >= maxDepth) return `data nested deeper than ${maxDepth}`;
  const parts = Array.isArray(value) ? [...value.entries()] : fieldsOf(value);
  if (parts === undefined) return `${describeValue(value)}${place}`;
  for (const [name, part] of parts) {
    if (part === undefined && typeof name === 'string') continue;
    const path = `${place === '' ? ' at ' : `${place}.`}${name}`;
    const loss = findLoss(part, path, depth + 1);
    if (loss !== undefined) return loss;
  }
  return undefined;
}

function fieldsOf(value: object): [string, unknown][] | undefined {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  return Object.entries(value);
}

const expected = 'JSON data: texts, finite numbers, true, false, null, lists and plain objects';

/** The rule for what is kept in a journal: what JSON would lose or change is refused. */
export const jsonData: OptionRule = {
  expected,
  find(value, option) {
    const loss = findLoss(value, '');
    return loss === undefined
      ? undefined
      : { option, problem: `expected ${expected}, got ${loss}` };
  },
};
