import { counted, oneLine } from '../view/text/numbers.js';
import type { Style } from '../render/style.js';

/** The variables of a session, one a line; functions are only counted. */
export function variablesText(variables: Readonly<Record<string, string>>, style: Style): string {
  const named = Object.entries(variables);
  const values = named.filter(([, value]) => !/^(?:\[(?:Async)?Function|<function) /.test(value));
  const functions = named.length - values.length;
  if (named.length === 0) return 'There are no variables yet.';
  return [
    ...values.map(([name, value]) => `${style.bold(oneLine(name, 60))} = ${oneLine(value, 200)}`),
    ...(functions === 0 ? [] : [style.dim(`and ${counted(functions, 'function')}`)]),
  ].join('\n');
}
