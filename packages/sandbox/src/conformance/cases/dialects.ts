import { both, type Table } from '../case.js';

const direct = (answer: unknown): unknown => ({ type: 'direct', answer });

/** How sessions finish in the dialects `submit` and `answer`. */
export const dialectCases: Table = {
  'SUBMIT gives its fields, and ends the cell': {
    python: 'SUBMIT(answer="a", score=3)\nprint("after")',
    javascript: 'SUBMIT({ answer: "a", score: 3 })\nprint("after")',
    expected: {
      outcome: 'final',
      final: { type: 'submit', fields: { answer: 'a', score: 3 } },
      stdout: '',
    },
  },
  'SUBMIT of a value gives it as the answer': {
    ...both('SUBMIT(42)'),
    expected: { outcome: 'final', final: { type: 'submit', fields: { answer: 42 } } },
  },
  'SUBMIT of several values gives them in their order': {
    ...both('SUBMIT(42, "because")'),
    expected: { outcome: 'final', final: { type: 'submit', fields: { answer: [42, 'because'] } } },
  },
  'SUBMIT without fields is an error': {
    ...both('SUBMIT()'),
    expected: { outcome: 'error', final: null },
  },
  'a session without the submit dialect has no SUBMIT': {
    ...both('SUBMIT(1)'),
    options: { dialects: ['final'] },
    expected: {
      outcome: 'error',
      errorType: { python: 'NameError', javascript: 'ReferenceError' },
    },
  },
  'the answer dialect ends the cell when ready is true': {
    python: ['answer["content"] = "draft"', 'answer["content"] = "x"\nanswer["ready"] = True'],
    javascript: ['answer.content = "draft"', 'answer.content = "x"\nanswer.ready = true'],
    options: { dialects: ['answer'] },
    expected: { outcome: 'final', final: direct('x') },
  },
  'the answer dialect reads the content when the cell ends': {
    python: 'answer["ready"] = True\nanswer["content"] = "x"',
    javascript: 'answer.ready = true\nanswer.content = "x"',
    options: { dialects: ['answer'] },
    expected: { outcome: 'final', final: direct('x') },
  },
  'an answer that is ready but empty ends nothing': {
    python: 'answer["ready"] = True',
    javascript: 'answer.ready = true',
    options: { dialects: ['answer'] },
    expected: { outcome: 'ok', final: null },
  },
  'ready must be exactly true': {
    python: 'answer["content"] = "x"\nanswer["ready"] = 1',
    javascript: 'answer.content = "x"\nanswer.ready = 1',
    options: { dialects: ['answer'] },
    expected: { outcome: 'ok', final: null },
  },
  'an answer that is ready counts although the cell failed': {
    python: 'answer["content"] = "x"\nanswer["ready"] = True\n1/0',
    javascript: 'answer.content = "x"\nanswer.ready = true\nnull.x',
    options: { dialects: ['answer'] },
    expected: { outcome: 'final', final: direct('x') },
  },
  'an answer that was given does not end the next cell': {
    python: ['answer["content"] = "x"\nanswer["ready"] = True', 'x = 1'],
    javascript: ['answer.content = "x"\nanswer.ready = true', 'var x = 1'],
    options: { dialects: ['answer'] },
    expected: { outcome: 'ok', final: null, session: 'kept' },
  },
  'an answer that was given keeps its content, and can be given again': {
    python: ['answer["content"] = "x"\nanswer["ready"] = True', 'answer["ready"] = True'],
    javascript: ['answer.content = "x"\nanswer.ready = true', 'answer.ready = true'],
    options: { dialects: ['answer'] },
    expected: { outcome: 'final', final: direct('x'), session: 'kept' },
  },
  'an answer whose content is no data ends nothing, and is not asked for again': {
    python: ['answer["content"] = print\nanswer["ready"] = True', 'x = 1'],
    javascript: ['answer.content = print\nanswer.ready = true', 'var x = 1'],
    options: { dialects: ['answer'] },
    expected: { outcome: 'ok', final: null, session: 'kept' },
  },
  'the host can put a fresh answer in place, which is not among the variables': {
    set: { answer: { content: '', ready: false } },
    python: ['x = 1\nprint(SHOW_VARS())', 'answer["content"] = "y"\nanswer["ready"] = True'],
    javascript: ['var x = 1\nprint(SHOW_VARS())', 'answer.content = "y"\nanswer.ready = true'],
    options: { dialects: ['answer'] },
    expected: { outcome: 'final', final: direct('y'), locals: ['x'] },
  },
  'an answer that was bound to something else is put back, with a hint': {
    python: ['answer = "42"', 'answer["content"] = "x"\nanswer["ready"] = True'],
    javascript: ['answer = "42"', 'answer.content = "x"\nanswer.ready = true'],
    options: { dialects: ['answer'] },
    expected: { outcome: 'final', final: direct('x') },
  },
};
