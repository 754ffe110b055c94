import type { RaisedError } from '../protocol/events.js';

const modules =
  'asyncio, collections, dataclasses, datetime, functools, itertools, json, math, re, sys, typing';

const missing: readonly (readonly [pattern: RegExp, hint: string])[] = [
  [/\byield\b|generator/i, 'there are no generators here: build a list'],
  [/\bmatch\b/i, 'there is no match statement here: use if and elif'],
  [
    /inherit|base class/i,
    'classes cannot inherit here: use functions and dicts, and raise built-in exceptions',
  ],
  [/\bdel\b/i, 'there is no del here: assign None, or build a new container'],
];

/** Advice for a cell that asks for something that this subset of Python lacks; empty if there is none. */
export function hintFor({ type, text }: RaisedError): string {
  if (type === 'ModuleNotFoundError' || type === 'ImportError') {
    return `this is a small subset of Python; its modules are ${modules}`;
  }
  if (type === 'TypeError' && /awaitable is required|can't be awaited/.test(text)) {
    return 'host functions answer at once here: use their results, and llm_query_batched([...]) for many at once';
  }
  if (type === 'NotImplementedError' || type === 'SyntaxError') {
    return missing.find(([pattern]) => pattern.test(text))?.[1] ?? '';
  }
  if (type === 'PermissionError' || type === 'FileNotFoundError') {
    return 'there are no files here; the data is in variables (see SHOW_VARS())';
  }
  if (type === 'MemoryError') return 'the memory of the session is limited; keep less in variables';
  return '';
}
