import type { ConformanceCase } from '../case.js';

/** Many host calls at once. */
export const batchCases: readonly ConformanceCase[] = [
  {
    name: 'a batch answers in the order of its items',
    python: 'print(llm_query_batched(["a", "b", "c"]))',
    javascript: 'print((await llm_query_batched(["a", "b", "c"])).join())',
    expected: {
      stdout: { python: "['re:a', 're:b', 're:c']\n", javascript: 're:a,re:b,re:c\n' },
      calls: 3,
    },
  },
  {
    name: 'an empty batch is empty',
    python: 'print(len(llm_query_batched([])))',
    javascript: 'print((await llm_query_batched([])).length)',
    expected: { stdout: '0\n', calls: 0 },
  },
  {
    name: 'a batch runs at once: no item waits for another',
    python: 'print(llm_query_batched(["meet", "meet", "meet"]))',
    javascript: 'print((await llm_query_batched(["meet", "meet", "meet"])).join())',
    expected: { prints: ['met'], calls: 3 },
  },
  {
    name: 'a batch larger than the limit of concurrent calls answers whole',
    python: 'print(len(llm_query_batched([str(i) for i in range(20)])))',
    javascript:
      'print((await llm_query_batched(Array.from({ length: 20 }, (_, i) => String(i)))).length)',
    options: { limits: { maxConcurrentCalls: 3 } },
    expected: { stdout: '20\n', calls: 20 },
  },
  {
    name: 'an item that fails leaves its place in a batch empty and the others whole',
    python: 'print(llm_query_batched(["a", "bad", "b"]))',
    javascript: 'print(JSON.stringify(await llm_query_batched(["a", "bad", "b"])))',
    expected: {
      stdout: { python: "['re:a', None, 're:b']\n", javascript: '["re:a",null,"re:b"]\n' },
      calls: 3,
    },
  },
  {
    name: 'a batch in which all items fail is a failed call',
    python:
      'try:\n    llm_query_batched(["bad", "bad"])\nexcept HostCallError as e:\n    print("caught")',
    javascript: 'try { await llm_query_batched(["bad", "bad"]) } catch (e) { print("caught") }',
    expected: { prints: ['caught'], calls: 2 },
  },
  {
    name: 'the session goes on after a failed batch',
    python: ['llm_query_batched(["bad"])', 'print(llm_query_batched(["x"])[0])'],
    javascript: ['await llm_query_batched(["bad"])', 'print((await llm_query_batched(["x"]))[0])'],
    expected: { stdout: 're:x\n' },
  },
  {
    name: 'a batch of something that is no list is a failed call',
    python: 'try:\n    llm_query_batched(3)\nexcept HostCallError as e:\n    print("caught")',
    javascript: 'try { await llm_query_batched(3) } catch (e) { print("caught") }',
    expected: { stdout: 'caught\n' },
  },
];
