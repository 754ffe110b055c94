import type { Table } from '../case.js';

/** Many host calls at once. */
export const batchCases: Table = {
  'a batch answers in the order of its items': {
    python: 'print(llm_query_batched(["a", "b", "c"]))',
    javascript: 'print((await llm_query_batched(["a", "b", "c"])).join())',
    expected: {
      stdout: { python: "['re:a', 're:b', 're:c']\n", javascript: 're:a,re:b,re:c\n' },
      calls: 3,
    },
  },
  'an empty batch is empty': {
    python: 'print(len(llm_query_batched([])))',
    javascript: 'print((await llm_query_batched([])).length)',
    expected: { stdout: '0\n', calls: 0 },
  },
  'a batch runs at once: no item waits for another': {
    python: 'print(llm_query_batched(["meet", "meet", "meet"]))',
    javascript: 'print((await llm_query_batched(["meet", "meet", "meet"])).join())',
    expected: { prints: ['met'], calls: 3 },
  },
  'an item that fails leaves its place in a batch empty and the others whole': {
    python: 'print(llm_query_batched(["a", "bad", "b"]))',
    javascript: 'print(JSON.stringify(await llm_query_batched(["a", "bad", "b"])))',
    expected: {
      stdout: { python: "['re:a', None, 're:b']\n", javascript: '["re:a",null,"re:b"]\n' },
      calls: 3,
    },
  },
  'a batch in which all items fail is a failed call, and the session goes on': {
    python:
      'try:\n    llm_query_batched(["bad", "bad"])\nexcept HostCallError as e:\n    print("caught", llm_query_batched(["x"])[0])',
    javascript:
      'try { await llm_query_batched(["bad", "bad"]) } catch (e) { print("caught", (await llm_query_batched(["x"]))[0]) }',
    expected: { stdout: 'caught re:x\n', calls: 3 },
  },
  'a batch of something that is no list is a failed call': {
    python: 'try:\n    llm_query_batched(3)\nexcept HostCallError as e:\n    print("caught")',
    javascript: 'try { await llm_query_batched(3) } catch (e) { print("caught") }',
    expected: { stdout: 'caught\n' },
  },
};
