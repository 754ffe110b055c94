type Entry = Readonly<Record<string, unknown>>;

/**
 * Names what a turn's tools did, so that equal names mean equal calls and results in the same order.
 * Arguments count by what they say: as JSON text or as data, in any order of keys. `name`, `output` and
 * `tool_arguments` are read like `action`, `result` and `arguments`, no status means `completed`, and an
 * `output_hash` stands for the output.
 */
export function resultsIdentity(results: readonly object[]): string {
  const outputs = (results as readonly Entry[]).map((entry) => [
    entry['status'] ?? 'completed',
    entry['output_hash'] ?? resultText(entry),
  ]);
  return JSON.stringify([callsIdentity(results), outputs]);
}

/** Names which calls a turn made, whatever came of them. */
export function callsIdentity(results: readonly object[]): string {
  return JSON.stringify(
    (results as readonly Entry[]).map((entry) => [
      entry['action'] ?? entry['name'],
      canonical(entry['arguments'] ?? entry['tool_arguments']),
    ]),
  );
}

/** The text of one result. */
export function resultText(result: object): string {
  const text = (result as Entry)['result'] ?? (result as Entry)['output'] ?? '';
  return typeof text === 'string' ? text : canonical(text);
}

/** Data, or JSON text of data, as JSON with its keys in order; other text as it is. */
export function canonical(value: unknown): string {
  try {
    const data: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    return JSON.stringify(data ?? null, sortKeys);
  } catch {
    return String(value);
  }
}

function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).sort(([one], [other]) => (one < other ? -1 : Number(one > other))),
  );
}
