/** Whether a line has the fields that are read of it before anything is compared: anybody can have written it. */
export function hasFields(line: object): boolean {
  const given = line as Readonly<Record<string, unknown>>;
  const areTexts = (...names: readonly string[]): boolean =>
    names.every((name) => typeof given[name] === 'string');
  const hasPlace = areTexts('path') && Number.isSafeInteger(given['step']);
  switch (given['t']) {
    case 'head':
      return areTexts('run', 'seed', 'nonce');
    case 'open':
      return areTexts('by');
    case 'end':
      return areTexts('status', 'finishReason');
    case 'effect':
    case 'begun':
    case 'wait':
      return hasPlace && areTexts('key');
    default:
      return hasPlace;
  }
}
