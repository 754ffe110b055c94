import {
  checkOptions,
  fields,
  required,
  someText,
  text,
  type OptionRule,
} from '@rlm/repl-types/options';
import { callable, refuseOption } from '@rlm/repl-types/internal';

import { atOnce } from './at-once.js';
import { definePolicy, type PolicyFactory } from './define-policy.js';
import type { CompleteConfig, ConfigRules } from './complete-config.js';
import type { PolicyNames } from './policy-names.js';
import { nestingOf } from './nesting.js';
import { ruleOfDefault } from './rule-of-default.js';
import type {
  ActionResult,
  AnswerReview,
  PolicyContext,
  TerminationDecision,
  TerminationPolicy,
} from '../shapes/policy.js';

/** How a termination policy decides after a step. */
export type Decide = (result: ActionResult, context: PolicyContext) => TerminationDecision;

/** What a termination policy does in one run. */
export interface TerminationBehaviour {
  /** Asked after each step. */
  readonly shouldTerminate: Decide;
  /** Asked before a step, where the policy can tell that already. */
  readonly beforeStep?: (context: PolicyContext) => TerminationDecision;
  /** Asked of an answer, before the run ends by it; it may go back to the model. */
  readonly reviewAnswer?: (result: ActionResult, context: PolicyContext) => AnswerReview;
}

/** The recipe of a termination policy: what {@link defineTermination} takes. */
export interface TerminationDefinition<Config extends object> {
  /** The name under which it registers: `error_streak`. */
  readonly name: string;
  /** One line for lists. */
  readonly description: string;
  /** Each option with its default; a value that is given must be of the default's type. */
  readonly defaults: CompleteConfig<Config>;
  /** Rules of options for which that says too little: of `@rlm/repl-types/options`. */
  readonly rules?: ConfigRules;
  /** Begins a run: state belongs in here, so that each run and each `reset` starts anew. */
  readonly start: (
    config: CompleteConfig<Config>,
    source?: PolicyNames,
  ) => Decide | TerminationBehaviour;
}

/** A factory of termination policies, as {@link defineTermination} gives it. */
export type TerminationFactory<Config extends object> = PolicyFactory<Config, TerminationPolicy>;

/** The review of an answer that may stand. */
export const accepted: AnswerReview = Object.freeze({ accept: true });

/** The decision to go on. */
export const proceed: TerminationDecision = Object.freeze({ terminate: false });

/** The decision to end a run: the rule's name, a sentence for people, and the answer if there is one. */
export function stop(
  code: string,
  reason: string,
  answer: string | null = null,
): TerminationDecision {
  return { terminate: true, answer, code, reason };
}

const definitionRule = (): OptionRule =>
  fields<TerminationDefinition<object>>({
    name: required(someText),
    description: required(text),
    defaults: required(ruleOfDefault({})),
    rules: ruleOfDefault({}),
    start: required(callable),
  });

/** Turns a recipe into a factory of termination policies; `reset` is `start` called again. */
/* @__NO_SIDE_EFFECTS__ */
export function defineTermination<Config extends object>(
  definition: TerminationDefinition<Config>,
): TerminationFactory<Config> {
  checkOptions(definition, required(definitionRule()), refuseOption);
  const { start, ...rest } = definition;
  return definePolicy<Config, TerminationPolicy>({
    ...rest,
    create(config, source) {
      const begin = (): TerminationBehaviour => {
        const begun = atOnce(`start() of policy '${rest.name}'`, start(config, source));
        return typeof begun === 'function' ? { shouldTerminate: begun } : begun;
      };
      let run = begin();
      return {
        ...nestingOf(run),
        shouldTerminate: (result, context) => run.shouldTerminate(result, context),
        beforeStep: (context) => run.beforeStep?.(context) ?? proceed,
        ...(run.reviewAnswer === undefined
          ? {}
          : { reviewAnswer: (result, context) => run.reviewAnswer?.(result, context) ?? accepted }),
        reset() {
          run = begin();
        },
      };
    },
  });
}
