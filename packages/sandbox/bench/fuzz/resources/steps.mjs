const verbs = ['open', 'execute', 'variables', 'get', 'set', 'snapshot', 'fork', 'close'];

/**
 * Reads a step: `<session> <verb> <name>=<value> ...`, with `&` at the end where the next one begins at once; a cell's code
 * stands on the lines below. What is no step (as there are while a failing attempt is made smaller) is undefined.
 */
export function parseStep(text) {
  const [header, ...code] = String(text).split('\n');
  const [session, verb, ...words] = header.split(' ');
  if (!verbs.includes(verb)) return undefined;
  const given = {};
  for (const word of words) {
    const [name, value] = word.split('=');
    if (name === 'name' || name === 'value') given[name] = value;
    else if (Number(value) >= 0) given[name] = Number(value);
  }
  return { session, verb, given, code: code.join('\n'), isWithNext: words.includes('&') };
}

/** Steps that begin at once, round by round. */
export function roundsOf(texts) {
  const rounds = [];
  let isOpen = false;
  for (const step of texts.map(parseStep)) {
    if (step === undefined) continue;
    if (isOpen) rounds.at(-1).push(step);
    else rounds.push([step]);
    isOpen = step.isWithNext;
  }
  return rounds;
}
