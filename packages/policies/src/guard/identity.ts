type Entry = Readonly<Record<string, unknown>>;

/**
 * Identifies what a turn's tools did: equal identities mean equal calls and results in the same order. Arguments are
 * compared by content, as JSON text or as data, with keys in any order. `name`, `output` and `tool_arguments` are read
 * like `action`, `result` and `arguments`; a missing status means `completed`; an `output_hash` represents the output.
 */
export function resultsIdentity(results: readonly object[]): string {
  const outputs = (results as readonly Entry[]).map((entry) => [
    entry['status'] ?? 'completed',
    entry['output_hash'] ?? resultText(entry),
  ]);
  return JSON.stringify([callsIdentity(results), outputs]);
}

/** Identifies the calls of a turn, whatever their results. */
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

/** Data, or JSON text of data, as JSON with sorted keys. Other text is unchanged. */
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
