import { each, type Table } from '../case.js';

/** `_out`: all that the last cell printed. */
export const wholeOutputCases: Table = each(
  { needs: 'helpers' },
  {
    '_out is what the last cell printed, whole, although its result is cut': {
      python: ['for i in range(3000):\n    print("row", i)', 'print(len(_out), _out[12000:12009])'],
      javascript: [
        'for (let i = 0; i < 3000; i++) print("row", i)',
        'print(_out.length, _out.slice(12000, 12009))',
      ],
      options: { limits: { maxOutputChars: 1_000 } },
      expected: { stdout: '25890 56\nrow 14\n' },
    },
    'a cell that reads _out, or prints nothing, leaves it': {
      python: ['print("first")', 'x = 1', 'print(_out[:2])', 'print(_out)'],
      javascript: ['print("first")', 'var x = 1', 'print(_out.slice(0, 2))', 'print(_out)'],
      expected: { stdout: 'first\n\n' },
    },
    '_out keeps what a cell printed before its error': {
      python: ['print("before")\n1/0', 'print(_out)'],
      javascript: ['print("before"); null.x', 'print(_out)'],
      expected: { stdout: 'before\n\n' },
    },
    '_out holds at most a million characters, and says how many are missing': {
      python: ['for i in range(12):\n    print("x" * 99999)', 'print(len(_out), _out[-40:])'],
      javascript: [
        'for (let i = 0; i < 12; i++) print("x".repeat(99999))',
        'print(_out.length, _out.slice(-40))',
      ],
      expected: { prints: ['1000038 ', '... (200,000 characters left out) ...'] },
    },
    '_out is no variable': {
      isAlone: true,
      python: ['print("a")', 'print(SHOW_VARS(), len(_out))'],
      javascript: ['print("a")', 'print(SHOW_VARS(), _out.length)'],
      expected: {
        stdout: { python: 'No variables created yet. 2\n', javascript: 'no variables 2\n' },
        locals: [],
      },
    },
    'a value that a cell gives the name _out stays': {
      isAlone: true,
      python: ['_out = 5', 'print("a")', 'print(_out)'],
      javascript: ['var _out = 5', 'print("a")', 'print(_out)'],
      expected: { stdout: '5\n' },
    },
  },
);
