import { describe, expect, it } from 'vitest';

import { parseArguments } from '../src/arguments/parse-arguments.js';
import { UsageError } from '../src/usage-error.js';

describe('parseArguments', () => {
  it('reads a question, its paths and the options', () => {
    expect(
      parseArguments(['ask', 'Who?', 'a.txt', 'b', '--max-steps', '3', '--json', '--planner']),
    ).toMatchObject({
      command: 'ask',
      question: 'Who?',
      paths: ['a.txt', 'b'],
      maxSteps: 3,
      output: 'json',
      planner: true,
    });
  });

  it('gives help when nothing is asked', () => {
    expect(parseArguments([])).toEqual({ command: 'help' });
    expect(parseArguments(['ask', '-h'])).toEqual({ command: 'help' });
  });

  it('reads what is done with runs', () => {
    expect(parseArguments(['ask', 'Who?', 'a', '--no-journal'])).toMatchObject({ journal: false });
    expect(parseArguments(['resume', 'r1', '--json', '--runs', 'kept'])).toEqual({
      command: 'resume',
      runId: 'r1',
      runs: 'kept',
      takeOver: false,
      baseUrl: undefined,
      shown: { output: 'json' },
    });
    expect(parseArguments(['fork', 'r1', '--at', '3', '--max-steps', '9'])).toMatchObject({
      atStep: 3,
      limits: { maxSteps: 9 },
      shown: {},
    });
    expect(parseArguments(['runs', '--status', 'open'])).toMatchObject({ status: 'open' });
    expect(parseArguments(['runs', 'remove', 'a', 'b'])).toMatchObject({ remove: ['a', 'b'] });
  });

  it.each([
    [['resume'], /needs the id of one run/],
    [['resume', 'a', 'b'], /needs the id of one run/],
    [['resume', 'a', '--max-steps', '3'], /rlm resume takes no --max-steps/],
    [['fork', 'a'], /first step that is taken anew/],
    [['fork', 'a', '--at', '0'], /--at takes a whole number from 1/],
    [
      ['fork', 'a', '--at', '1', '--by-hand', 'h', '--model', 'm'],
      /excludes --base-url and --model/,
    ],
    [['runs', '--status', 'done'], /--status takes running, open, suspended/],
    [['runs', 'show'], /lists runs, or removes/],
    [['runs', 'remove'], /remove needs an id/],
    [['demo', '--json'], /rlm demo takes no --json/],
    [['ask', 'Who?', 'a', '--no-journal', '--runs', 'x'], /excludes --runs/],
    [['ask'], /needs a question/],
    [['ask', '  ', 'a.txt'], /needs a question/],
    [['ask', 'Who?'], /needs a file or folder/],
    [['tell', 'Who?'], /no command "tell"/],
    [['--json'], /there is no command/],
    [['demo', 'x'], /takes no arguments/],
    [['ask', 'Who?', 'a', '--frobnicate'], /Unknown option '--frobnicate'/],
    [
      ['ask', 'Who?', 'a', '--max-steps', 'ten'],
      /--max-steps takes a whole number from 1, not "ten"/,
    ],
    [['ask', 'Who?', 'a', '--max-steps', '0'], /--max-steps takes a whole number from 1, not "0"/],
    [['ask', 'Who?', 'a', '--json', '--events'], /exclude each other/],
    [['ask', 'Who?', 'a', '--planner', '--model', 'm'], /excludes --base-url and --model/],
    [['ask', 'Who?', 'a', '--by-hand', 'f', '--planner'], /makes you the model: it excludes/],
    [['ask', 'Who?', 'a', '--by-hand', ''], /needs a folder/],
    [['ask', 'Who?', 'a', '--planner', '--python'], /writes JavaScript: it excludes --python/],
  ])('refuses %j in one line', (argv, message) => {
    const refuse = (): unknown => parseArguments(argv);
    expect(refuse).toThrow(UsageError);
    expect(refuse).toThrow(message);
    expect(refuse).not.toThrow(/\n/);
  });
});
