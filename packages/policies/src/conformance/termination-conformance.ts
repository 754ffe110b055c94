import { checkOptions, fields, listOf, required } from '@rlm/repl-types/options';
import { anything, callable, checkOption, refuseOption } from '@rlm/repl-types/internal';

import { checkReview } from '../define/check-review.js';
import type { TerminationDecision, TerminationPolicy } from '../shapes/policy.js';
import { sampleRun, type SampleStep } from './samples.js';
import { PolicyError } from '../policy-error.js';

/** One case of the conformance suite: its name, and its check, which throws `PolicyError` if it fails. */
export interface ConformanceCase {
  readonly name: string;
  readonly run: () => void;
}

/** How conformance is checked. */
export interface TerminationConformanceOptions {
  /** The run that the policy sees. Default: 40 made-up steps that use every field. */
  readonly steps?: readonly SampleStep[] | undefined;
}

/**
 * The rules for every termination policy, as cases for any test runner.
 *
 * @param make Makes a policy, a new one at each call.
 * @example
 * for (const { name, run } of terminationConformance(() => myPolicy())) it(name, run);
 */
export function terminationConformance(
  make: () => TerminationPolicy,
  options: TerminationConformanceOptions = {},
): readonly ConformanceCase[] {
  checkOption('make', make, required(callable), refuseOption);
  checkOptions(
    options,
    fields<TerminationConformanceOptions>({ steps: listOf(anything) }),
    refuseOption,
  );
  const steps = options.steps ?? sampleRun(40);
  const drive = (policy: TerminationPolicy): readonly TerminationDecision[] =>
    steps.flatMap(({ result, context }) => [
      policy.beforeStep?.(context) ?? { terminate: false },
      policy.shouldTerminate(result, context),
    ]);
  const review = (policy: TerminationPolicy): readonly unknown[] =>
    steps.map(({ result, context }) => policy.reviewAnswer?.(result, context));
  return [
    {
      name: 'has a name, a description and its methods',
      run() {
        const { name, description, ...policy } = make();
        assert(typeof name === 'string' && name !== '', 'name must be a text');
        assert(typeof description === 'string' && description !== '', 'description must be a text');
        assert(typeof policy.shouldTerminate === 'function', 'shouldTerminate must be a function');
        assert(typeof policy.reset === 'function', 'reset must be a function');
      },
    },
    {
      name: 'makes a new policy each time, which shares no state with the others',
      run() {
        const [used, fresh] = [make(), make()];
        assert(used !== fresh, 'the factory returned the same policy twice');
        const first = drive(used);
        assertSame(drive(fresh), first, 'the run of one policy changed another');
      },
    },
    {
      name: 'makes the same decisions for the same steps',
      run() {
        assertSame(drive(make()), drive(make()), 'the same steps led to different decisions');
      },
    },
    {
      name: 'is like new after reset',
      run() {
        const policy = make();
        const first = drive(policy);
        policy.reset();
        assertSame(drive(policy), first, 'reset left something behind');
      },
    },
    {
      name: 'decides with plain data',
      run() {
        for (const decision of drive(make())) checkDecision(decision);
      },
    },
    {
      name: 'reviews answers with plain data, the same in each run, if it does',
      run() {
        const policy = make();
        if (policy.reviewAnswer === undefined) return;
        const first = review(policy);
        for (const each of first) checkReview(policy.name, each);
        assertSame(review(make()), first, 'the same answers got different reviews');
        policy.reset();
        assertSame(review(policy), first, 'reset left something behind');
      },
    },
    {
      name: 'does not change its frozen arguments',
      run() {
        const before = JSON.stringify(steps);
        drive(make());
        assert(JSON.stringify(steps) === before, 'a result or a context was changed');
      },
    },
    {
      name: 'does not keep its arguments',
      run() {
        const policy = make();
        const expected = drive(make());
        const found = steps.flatMap((step) => {
          const { result, context } = structuredClone(step);
          const decisions = [
            policy.beforeStep?.(context) ?? { terminate: false },
            policy.shouldTerminate(result, context),
          ];
          Object.assign(result, { output: 'overwritten', metadata: {} });
          Object.assign(context, { variables: {}, metrics: {}, step: -1 });
          return decisions;
        });
        assertSame(found, expected, 'a result or a context was read again later');
      },
    },
  ];
}

function checkDecision(decision: TerminationDecision): void {
  assertData(decision, 'a decision must be plain data');
  if (!decision.terminate) return;
  const { answer, code, reason } = decision;
  assert(answer === null || typeof answer === 'string', 'answer must be a text or null');
  assert(typeof code === 'string' && code !== '', 'code must be a text');
  assert(typeof reason === 'string' && reason !== '', 'reason must be a text');
}

/** Throws `PolicyError` (`conformance_failed`) unless `holds` is true. */
function assert(holds: boolean, broken: string): void {
  if (!holds) throw new PolicyError('conformance_failed', broken);
}

/** Throws unless two values are the same data. */
function assertSame(found: unknown, expected: unknown, broken: string): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  assert(one === other, `${broken}: expected ${other}, got ${one}`);
}

/** Throws unless a value is plain data: it survives a structured clone, and holds no functions. */
function assertData(value: unknown, broken: string): void {
  let clone: unknown;
  try {
    clone = structuredClone(value);
  } catch {
    clone = undefined;
  }
  assertSame(clone, value, broken);
}
