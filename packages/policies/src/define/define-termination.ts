import {
  checkOptions,
  fields,
  listOf,
  required,
  someText,
  text,
  type OptionRule,
} from '@rlm/repl-types/options';
import { callable, checkOption, refuseOption } from '@rlm/repl-types/internal';

import { atOnce } from './at-once.js';
import { accepted, proceed } from './decisions.js';
import { definePolicy, type PolicyFactory } from './define-policy.js';
import type { CompleteConfig, ConfigRules } from './complete-config.js';
import { needing, needsOf } from './needs.js';
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

/** Decides after a step whether the run ends. */
export type Decide = (result: ActionResult, context: PolicyContext) => TerminationDecision;

/** The behaviour of a termination policy in one run. */
export interface TerminationBehaviour {
  /** Called after each step. */
  readonly shouldTerminate: Decide;
  /** Called before a step, for policies that can already decide then. */
  readonly beforeStep?: ((context: PolicyContext) => TerminationDecision) | undefined;
  /** Called with an answer before the run ends with it. The policy may send it back to the model. */
  readonly reviewAnswer?:
    | ((result: ActionResult, context: PolicyContext) => AnswerReview)
    | undefined;
}

/** The recipe of a termination policy, for {@link defineTermination}. */
export interface TerminationDefinition<Config extends object> {
  /** The name under which it registers: `error_streak`. */
  readonly name: string;
  /** One line, for lists. */
  readonly description: string;
  /** Each option with its default. A given value must have the default's type. */
  readonly defaults: CompleteConfig<Config>;
  /** Rules (of `@rlm/repl-types/options`) for options whose default's type is too loose. */
  readonly rules?: ConfigRules | undefined;
  /** The figures of a loop that the policy cannot decide without: `toStopCondition` refuses it if they are missing. Default: none. */
  readonly needs?: ((config: CompleteConfig<Config>) => readonly string[]) | undefined;
  /** Starts a run. Keep state in here, so that each run and each `reset` starts fresh. */
  readonly start: (
    config: CompleteConfig<Config>,
    source?: PolicyNames,
  ) => Decide | TerminationBehaviour;
}

/** A factory of termination policies, made by {@link defineTermination}. */
export type TerminationFactory<Config extends object> = PolicyFactory<Config, TerminationPolicy>;

const definitionRule = (): OptionRule =>
  fields<TerminationDefinition<object>>({
    name: required(someText),
    description: required(text),
    defaults: required(ruleOfDefault({})),
    rules: ruleOfDefault({}),
    needs: callable,
    start: required(callable),
  });

/** Makes a factory of termination policies from a recipe. `reset` calls `start` again. */
export function defineTermination<Config extends object>(
  definition: TerminationDefinition<Config>,
): TerminationFactory<Config> {
  checkOptions(definition, required(definitionRule()), refuseOption);
  const { start, needs, ...rest } = definition;
  return definePolicy<Config, TerminationPolicy>({
    ...rest,
    create(config, source) {
      const begin = (): TerminationBehaviour => {
        const begun = atOnce(`start() of policy '${rest.name}'`, start(config, source));
        return typeof begun === 'function' ? { shouldTerminate: begun } : begun;
      };
      const needed = needs === undefined ? [] : namesOf(rest.name, needs(config));
      let run = begin();
      return {
        ...nestingOf(run),
        ...needing([...needed.map((what) => ({ policy: rest.name, what })), ...needsOf(run)]),
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

function namesOf(policy: string, given: readonly string[]): readonly string[] {
  const option = `needs() of policy '${policy}'`;
  checkOption(option, atOnce(option, given), required(listOf(someText)), refuseOption);
  return given;
}
