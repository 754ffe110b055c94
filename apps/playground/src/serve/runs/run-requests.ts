import { rewardPolicies } from '@rlm/policies/reward';
import {
  checkOptions,
  fields,
  listOf,
  oneOf,
  positiveNumber,
  required,
  someText,
  text,
  trueOrFalse,
  wholeNumber,
  type OptionRule,
} from '@rlm/repl-types/options';

import type { ForkRun, HandReply, NamedEndpoint, NewRun, ResumeRun } from '../../api.js';
import { ProblemError } from '../http/problem.js';

const rewards = rewardPolicies.policies.map(({ policyName }) => policyName);

/** `requireNamed` checks what is in the texts. */
const endpointRule = fields<NamedEndpoint>({ baseUrl: required(text), apiKey: text });

const newRunRules = fields<NewRun>({
  question: required(someText),
  texts: required(listOf(someText)),
  textsOf: someText,
  model: required(someText),
  subModel: someText,
  endpoint: endpointRule,
  language: oneOf('javascript', 'python'),
  maxSteps: wholeNumber(1),
  maxSubQueries: wholeNumber(0),
  maxTokens: wholeNumber(1),
  maxCostUsd: positiveNumber,
  timeoutMs: wholeNumber(1),
  concurrency: wholeNumber(1),
  retries: wholeNumber(0),
  reward: oneOf(...rewards),
  durable: trueOrFalse,
  confirmed: someText,
});

const forkRules = fields<ForkRun>({
  atStep: required(wholeNumber(1)),
  reply: someText,
  model: someText,
  endpoint: endpointRule,
  confirmed: someText,
});

const resumeRules = fields<ResumeRun>({ endpoint: endpointRule, confirmed: someText });

const replyRules = fields<HandReply>({ promptId: required(someText), text: required(text) });

function read(rules: OptionRule, body: unknown): unknown {
  checkOptions(
    body,
    rules,
    ({ message }) =>
      new ProblemError('invalid', message.replace(/^Expected options to/, 'Expected the body to')),
  );
  return body;
}

/** Reads the body that begins a run. Throws a problem that names what is wrong. */
export const readNewRun = (body: unknown): NewRun => read(newRunRules, body) as NewRun;

/** Reads the body that forks a run. */
export const readForkRun = (body: unknown): ForkRun => read(forkRules, body) as ForkRun;

/** Reads the body that resumes a run. */
export const readResumeRun = (body: unknown): ResumeRun => read(resumeRules, body) as ResumeRun;

/** Reads the body that names an endpoint. */
export const readNamedEndpoint = (body: unknown): NamedEndpoint =>
  read(endpointRule, body) as NamedEndpoint;

/** Reads the body that answers a prompt. */
export const readHandReply = (body: unknown): HandReply => read(replyRules, body) as HandReply;
