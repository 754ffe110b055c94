import { describe, expect, it } from 'vitest';

import { parseArguments } from '../src/arguments/parse-arguments.js';
import { commands } from '../src/commands/index.js';
import { UsageError } from '../src/usage-error.js';

function parse(argv: readonly string[]): unknown {
  const parsed = parseArguments(commands, argv, '1.2.3');
  if (parsed.kind === 'text') return parsed;
  const { definition, rest, values } = parsed;
  return { command: definition.name, ...definition.prepare(rest, values) };
}
const argumentsOf = (argv: readonly string[]): unknown =>
  (parse(argv) as { readonly args: unknown }).args;

describe('parseArguments', () => {
  it('reads a question, its paths and the options', () => {
    expect(
      parse(['ask', 'Who?', 'a.txt', 'b', '--max-steps', '3', '--json', '--planner']),
    ).toMatchObject({
      command: 'ask',
      args: {
        question: 'Who?',
        paths: ['a.txt', 'b'],
        maxSteps: 3,
        output: 'json',
        planner: true,
        journal: true,
      },
    });
  });

  it.each([
    ['30s', 30_000],
    ['1.5m', 90_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
    ['250ms', 250],
  ])('reads a time in any unit: %s', (time, timeoutMs) => {
    for (const command of [
      ['ask', 'Who?', 'a'],
      ['chat', 'a'],
    ]) {
      expect(argumentsOf([...command, '--timeout', time])).toMatchObject({ timeoutMs });
    }
    const lab = argumentsOf(['lab', 'r', '--timeout', time]);
    expect(lab).toMatchObject({ limits: { timeoutMs } });
  });

  it('reads headers, each given on its own, and no part of one in a message', () => {
    const asked = (...more: readonly string[]): unknown =>
      argumentsOf(['ask', 'Who?', 'a', ...more]);
    expect(asked('--header', 'X-Team: red', '--header', 'x-cost: a: b')).toMatchObject({
      headers: { 'x-team': 'red', 'x-cost': 'a: b' },
    });
    expect(() => asked('--header', 'my secret')).not.toThrow(/secret/);
  });

  it('reads what a run may cost', () => {
    const cost = (...more: readonly string[]): unknown =>
      argumentsOf(['ask', 'Who?', 'a', ...more]);
    const prices = { inputPerMillion: 3, outputPerMillion: 15 };
    expect(cost('--max-cost', '.5', '--price-in', '3', '--price-out', '15')).toMatchObject({
      maxCostUsd: 0.5,
      prices,
    });
    expect(cost('--price-reported')).toMatchObject({ prices: 'reported' });
    expect(cost('--max-cost', '1', '--planner')).toMatchObject({
      maxCostUsd: 1,
      prices: { inputPerMillion: 0, outputPerMillion: 0 },
    });
    expect(cost('--planner')).not.toHaveProperty('prices');
  });

  it('gives the commands when nothing is asked', () => {
    const help = parse([]) as { readonly text: string };
    expect(help).toEqual(parse(['--help']));
    expect(help).toEqual(parse(['help']));
    for (const line of help.text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
    for (const { name } of commands) expect(help.text).toMatch(new RegExp(`^  ${name} `, 'm'));
    expect(parse(['-v'])).toEqual({ kind: 'text', text: '1.2.3\n' });
  });

  it.each(commands.map(({ name, ...rest }) => [name, rest] as const))(
    'tells all of %s, with examples',
    (name, { options, examples }) => {
      const { text } = parse([name, '-h']) as { readonly text: string };
      expect(parse(['help', name])).toEqual({ kind: 'text', text });
      expect(text).toMatch(new RegExp(`^Usage: rlm ${name} `));
      for (const option of Object.keys(options)) expect(text).toContain(`--${option}`);
      // A wide example goes on below, as a shell takes it.
      const unbroken = text.replaceAll(/ \\\n +/g, ' ');
      for (const example of examples) expect(unbroken).toContain(`\n  ${example}\n`);
      for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
      expect(examples.some((example) => example.startsWith(`rlm ${name}`))).toBe(true);
    },
  );

  it('reads what is done with runs', () => {
    expect(argumentsOf(['ask', 'Who?', 'a', '--no-journal'])).toMatchObject({ journal: false });
    expect(argumentsOf(['resume', 'r1', '--json', '--runs', 'kept'])).toEqual({
      runId: 'r1',
      runs: 'kept',
      takeOver: false,
      isYes: false,
      said: { baseUrl: undefined, provider: undefined },
      baseUrl: undefined,
      shown: { output: 'json' },
      verbose: false,
    });
    expect(argumentsOf(['fork', 'r1', '--at', '3', '--max-steps', '9'])).toMatchObject({
      atStep: 3,
      limits: { maxSteps: 9 },
      shown: {},
    });
    expect(argumentsOf(['runs', '--status', 'open'])).toMatchObject({ status: 'open' });
    expect(argumentsOf(['runs', 'remove', 'a', 'b'])).toMatchObject({ remove: ['a', 'b'] });
    for (const [age, ms] of [
      ['30d', 30 * 86_400_000],
      ['12h', 12 * 3_600_000],
      ['90m', 90 * 60_000],
      ['2w', 14 * 86_400_000],
    ] as const) {
      expect(argumentsOf(['runs', '--delete', '--older-than', age])).toMatchObject({
        removeOlderThanMs: ms,
      });
    }
  });

  it.each([
    [['resume'], /\bone run\b/],
    [['resume', 'a', 'b'], /\bone run\b/],
    [['resume', 'a', '--max-steps', '3'], /\bresume takes no --max-steps/],
    [['fork', 'a'], /\bfirst step\b/],
    [['fork', 'a', '--at', '0'], /--at .*whole number from 1\b/],
    [['runs', '--status', 'done'], /--status .*running, open, suspended/],
    [['runs', 'show'], /\blists runs, or removes\b/],
    [['runs', 'remove'], /\bremove .*\bid\b/],
    [['runs', '--delete'], /--delete and --older-than go together/],
    [['runs', '--older-than', '30d'], /--delete and --older-than go together/],
    [['runs', '--delete', '--older-than', '30'], /--older-than .* 30s, 5m, 2h or 30d\b/],
    [['runs', '--delete', '--older-than', '-1d'], /older-than/],
    [['runs', 'remove', 'a', '--delete', '--older-than', '1d'], /\bage\b.*\bno ids\b/],
    [['runs', '--delete', '--older-than', '1d', '--status', 'running'], /under way/],
    [['demo', '--json'], /\bdemo takes no --json/],
    [['ask', 'Who?', 'a', '--no-journal', '--runs', 'x'], /--no-journal and --runs exclude/],
    [['ask'], /needs a question/],
    [['ask', '  ', 'a.txt'], /needs a question/],
    [['ask', 'Who?'], /\bfile or folder\b/],
    [['tell', 'Who?'], /no command "tell"/],
    [['aks', 'Who?'], /"aks" .*\bask\?.*\bcommands\b/i],
    [['--json'], /\bno command, .*--json\b/],
    [['--bogus'], /\bno command, .*--bogus\b.*\bcommands\b/],
    [['nosuch', '--help'], /\bno command "nosuch".*\bcommands\b/],
    [['help', 'nosuch'], /\bno command "nosuch".*\bcommands\b/],
    [['aks', '-h'], /\bno command "aks" .*\bask\?/],
    [['--json', 'ask', 'Who?', 'a'], /--json .*: rlm ask \.\.\. --json/],
    [['resume', 'a', '--jsn'], /'--jsn' .*--json\?.* rlm resume --help/],
    [['ask', 'Who?', 'a', '--model'], /--model <id>' .*; rlm ask --help/],
    [['ask', 'Who?', 'a', '--model', '--json'], /--model needs a value before --json/],
    [['ask', 'Who?', 'a', '--reward', 'kind'], /--reward takes default, .*, not "kind"/],
    [['ask', 'Who?', 'a', '--max-steps', ''], /--max-steps .*whole number from 1, .*""/],
    [['demo', 'x'], /takes no arguments/],
    [['ask', 'Who?', 'a', '--timeout', '30'], /--timeout .* 30s, 5m/],
    [['ask', 'Who?', 'a', '--timeout', '0s'], /--timeout .* 30s, 5m/],
    [['ask', 'Who?', 'a', '--timeout', '1m', '--timeout-ms', '1'], /exclude each other/],
    [['ask', 'Who?', 'a', '--retries', '-1'], /--retries .*whole number from 0, .*"-1"/],
    [['ask', 'Who?', 'a', '--temperature', 'hot'], /--temperature takes an amount/],
    [['ask', 'Who?', 'a', '--concurrency', '0'], /--concurrency .*whole number from 1\b/],
    [['ask', 'Who?', 'a', '--header', 'secret'], /--header .*\bname and .*: --header/],
    [['ask', 'Who?', 'a', '--header', 'a: b\r\nc'], /--header .*\bname and .*: --header/],
    [['ask', 'Who?', 'a', '--frobnicate'], /Unknown option '--frobnicate'/],
    [['ask', 'Who?', 'a', '--max-steps', 'ten'], /--max-steps .*whole number from 1, .*"ten"/],
    [['ask', 'Who?', 'a', '--max-steps', '0'], /--max-steps .*whole number from 1, .*"0"/],
    [['ask', 'Who?', 'a', '--json', '--events'], /exclude each other/],
    [['ask', 'Who?', 'a', '--max-cost', '1'], /\bprice .*: --price-in/],
    [['ask', 'Who?', 'a', '--max-cost', 'much'], /--max-cost .*\bamount .* 0\.5/],
    [['ask', 'Who?', 'a', '--price-in', '1'], /--price-out <usd> is missing/],
    [['ask', 'Who?', 'a', '--price-in', '1', '--price-reported'], /excludes --price-in/],
    [['ask', 'Who?', 'a', '--schema', 's', '--planner'], /it excludes --schema/],
    [['ask', 'Who?', 'a', '--output', ''], /--output needs a file/],
    [
      ['ask', 'Who?', 'a', '--planner', '--model', 'm'],
      /excludes --base-url, --provider and --model/,
    ],
    [['ask', 'Who?', 'a', '--by-hand', 'f'], /Unknown option '--by-hand'/],
    [['ask', 'Who?', 'a', '--planner', '--python'], /writes JavaScript: it excludes --python/],
  ])('refuses %j in one line', (argv, message) => {
    const refuse = (): unknown => parse(argv);
    expect(refuse).toThrow(UsageError);
    expect(refuse).toThrow(message);
    expect(refuse).not.toThrow(/\n/);
  });
});
