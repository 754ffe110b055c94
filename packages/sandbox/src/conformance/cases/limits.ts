import type { Table } from '../case.js';

/** Limits that stop a cell or a call, and the state of the session afterwards. */
export const limitCases: Table = {
  'the session goes on after a time-out': {
    python: ['x = 7', 'while True:\n    pass', 'print(x)'],
    javascript: ['const x = 7', 'while (true) {}', 'print(x)'],
    options: { limits: { cellMs: 1_000 } },
    expected: { stdout: '7\n' },
  },
  'a loop that catches everything ends at the time limit, and its output is kept': {
    python:
      'print("before")\nwhile True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass',
    javascript: 'print("before"); while (true) { try { while (true) {} } catch {} }',
    options: { limits: { cellMs: 1_000, graceMs: 300 } },
    expected: { outcome: 'timeout', errorType: 'TimeoutError', stdout: 'before\n' },
  },
  'time in host calls does not count': {
    python: 'slow(1500)\nslow(1500)\nprint("done")',
    javascript: 'await slow(1500); await slow(1500); print("done")',
    options: { limits: { cellMs: 2_000 } },
    expected: { stdout: 'done\n' },
  },
  'a host call that never answers is ended by its own limit, and can be caught': {
    python: 'try:\n    llm_query("hang")\nexcept HostCallError:\n    print("caught")',
    javascript: 'try { await llm_query("hang") } catch { print("caught") }',
    options: { limits: { callTimeoutMs: 100 } },
    expected: { stdout: 'caught\n' },
  },
  'an argument that is too large is refused, and can be caught': {
    python: 'try:\n    llm_query("x" * 5000)\nexcept Exception:\n    print("caught")',
    javascript: 'try { await llm_query("x".repeat(5000)) } catch { print("caught") }',
    options: { limits: { maxValueBytes: 1_000 } },
    expected: { stdout: 'caught\n' },
  },
  'memory beyond the limit is an error, and the session goes on': {
    python: ['x = 7', 'huge = "a" * (600 * 1024 * 1024)', 'print(x)'],
    javascript: ['const x = 7', 'const huge = new Uint8Array(600 * 1024 * 1024)', 'print(x)'],
    options: { limits: { memoryBytes: 256 * 1024 * 1024 } },
    expected: { stdout: '7\n' },
  },
  'a session full of live data goes on, and can let it go': {
    python: [
      'kept = 7\nheld = []',
      'while True:\n    held.append("x" * 1000 + str(len(held)))',
      'print(kept)',
      'held = None',
      'print(kept, len("x" * 1000000))',
    ],
    javascript: [
      'let kept = 7, held = []',
      'for (;;) held.push("x".repeat(1000) + held.length)',
      'print(kept)',
      'held = null',
      'print(kept, "x".repeat(1000000).length)',
    ],
    options: { limits: { memoryBytes: 64 * 1024 * 1024 } },
    expected: { stdout: '7 1000000\n' },
  },
};
