/** A field of a thrown value of any kind; undefined if it cannot be read. */
export function fieldIn(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    return (value as Readonly<Record<string, unknown>>)[name];
  } catch {
    return undefined;
  }
}

/** A field that is a text with something in it. */
export function textIn(value: unknown, name: string): string | undefined {
  const text = fieldIn(value, name);
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

const maxCauses = 12;

/** An error, its causes, and the errors of an `AggregateError` among them, as far as they are followed. */
export function causesOf(fault: unknown): readonly object[] {
  const found: object[] = [];
  const rest: unknown[] = [fault];
  while (rest.length > 0 && found.length < maxCauses) {
    const next = rest.shift();
    if (typeof next !== 'object' || next === null || found.includes(next)) continue;
    found.push(next);
    const errors: unknown = next instanceof Error ? fieldIn(next, 'errors') : undefined;
    if (Array.isArray(errors)) rest.push(...(errors as unknown[]).slice(0, maxCauses));
    rest.push(fieldIn(next, 'cause'));
  }
  return found;
}

/** The innermost reason of a fault, below its own message: of an `AggregateError`, that of each of its errors. */
export function innermostReason(fault: unknown): string | undefined {
  const reasons = new Set<string>();
  for (const cause of causesOf(fault).slice(1)) {
    const reason = reasonOf(cause);
    const isInnermost = causesOf(cause)
      .slice(1)
      .every((below) => reasonOf(below) === undefined);
    if (reason !== undefined && isInnermost) reasons.add(reason);
  }
  return reasons.size === 0 ? undefined : [...reasons].slice(0, 3).join('; ');
}

/** What one cause says, with its code and, if there are no words, its address. */
function reasonOf(cause: object): string | undefined {
  const message = textIn(cause, 'message');
  const code = textIn(cause, 'code');
  if (code === undefined || message?.includes(code) === true) return message;
  if (message !== undefined) return `${message} (${code})`;
  const [address, port] = [textIn(cause, 'address'), fieldIn(cause, 'port')];
  const at = typeof port === 'number' ? `${address ?? ''}:${String(port)}` : address;
  return at === undefined ? code : `${code} ${at}`;
}
