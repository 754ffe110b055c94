/** Whether a name stands in a text as a whole. */
export const hasName = (text: string, name: string): boolean =>
  new RegExp(String.raw`(?<![\w-])${name.replaceAll('.', String.raw`\.`)}(?![\w-])`, 'i').test(
    text,
  );

const first3 = (names: readonly string[]): string =>
  `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`;

/** Says which names are missing, and which of `all` do not belong there; undefined if the answer has exactly those that are wanted. */
export function namesFault(
  answer: string,
  wanted: readonly string[],
  all: readonly string[],
): string | undefined {
  const missing = wanted.filter((name) => !hasName(answer, name));
  const wrong = all.filter((name) => !wanted.includes(name) && hasName(answer, name));
  const faults = [
    ...(missing.length === 0 ? [] : [`${first3(missing)} missing`]),
    ...(wrong.length === 0 ? [] : [`${first3(wrong)} wrong`]),
  ];
  return faults.length === 0 ? undefined : faults.join('; ');
}

/** Says which number was expected; undefined if the last one in the answer is that, or as near as `within`. */
export function numberFault(answer: string, wanted: number, within = 0.001): string | undefined {
  const last = answer.match(/-?\d[\d,]*(?:\.\d+)?/g)?.at(-1);
  if (last === undefined) return `${wanted} expected, and the answer has no number`;
  const found = Number(last.replaceAll(',', ''));
  return Math.abs(found - wanted) <= within ? undefined : `${wanted} expected, ${found} found`;
}
