import type { Turn } from '../shapes.js';

/**
 * Names what a turn's tools did, so that equal names mean equal calls and results in the same order.
 * Arguments count by what they say: as JSON text or as data, in any order of keys. `name`, `output` and
 * `tool_arguments` are read like `action`, `result` and `arguments`, no status means `completed`, and an
 * `output_hash` stands for the output.
 */
export function resultsIdentity(results: readonly object[]): string {
  return JSON.stringify(
    results.map((each) => {
      const entry = each as Readonly<Record<string, unknown>>;
      return [
        callIdentity(entry),
        entry['status'] ?? 'completed',
        entry['output_hash'] ?? resultText(entry),
      ];
    }),
  );
}

/** Names which calls a turn made, whatever came of them. */
export function callsIdentity(results: Turn['results']): string {
  return JSON.stringify(
    results.map((each) => callIdentity(each as unknown as Record<string, unknown>)),
  );
}

/** The text of one result. */
export function resultText(result: object): string {
  const entry = result as Readonly<Record<string, unknown>>;
  const text = entry['result'] ?? entry['output'] ?? '';
  return typeof text === 'string' ? text : canonical(text);
}

function callIdentity(entry: Readonly<Record<string, unknown>>): readonly unknown[] {
  return [
    entry['action'] ?? entry['name'] ?? '',
    canonical(entry['arguments'] ?? entry['tool_arguments']),
  ];
}

function canonical(value: unknown): string {
  try {
    const data: unknown = typeof value === 'string' ? JSON.parse(value) : (value ?? null);
    return JSON.stringify(data, sortKeys);
  } catch {
    return typeof value === 'string' ? value : Object.prototype.toString.call(value);
  }
}

function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).sort(([one], [other]) => (one < other ? -1 : Number(one > other))),
  );
}
