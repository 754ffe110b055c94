import type { StandardSchema } from '@rlm/kernel';
import { checkApprover } from '@rlm/kernel/internal';
import type { PolicyNames } from '@rlm/policies';
import { checkOptions, fields, someText, wholeNumber } from '@rlm/repl-types/options';
import { abortSignal, checkOption, isRecord, refuseOption } from '@rlm/repl-types/internal';

import { contextsRule } from '../context/context-rules.js';
import type { NamedContext } from '../context/context-value.js';
import { conversationName } from '../context/conversation.js';
import { requirePrices } from './models-at.js';
import { checkNames } from './check-names.js';
import { queryRule, rlmOptionsRule, runOptionsRule } from './option-rules.js';
import type { RlmOptions, RlmRequest } from './run-options.js';

/** Throws `InvalidOptionError` for the first option of `runRlm` that is unknown, missing or wrong. */
export function checkRunOptions(
  options: RlmOptions<StandardSchema | undefined> & { readonly messages?: unknown },
): void {
  const hasMessages = isRecord(options) && options.messages !== undefined;
  checkOptions(options, runOptionsRule(registryOf(options), hasMessages), refuseOption);
  checkTogether(options, hasMessages ? [conversationName] : []);
}

/** Throws `InvalidOptionError` for the first option of `createRlm` that is unknown, missing or wrong. */
export function checkRlmOptions(options: RlmOptions<StandardSchema | undefined>): void {
  checkOptions(options, rlmOptionsRule(registryOf(options)), refuseOption);
  checkTogether(options);
}

/** Throws `InvalidOptionError` for a question, or options of it, that are wrong. */
export function checkRequest(query: unknown, request: unknown): void {
  checkOption('query', query, queryRule, refuseOption);
  const rules = fields<RlmRequest>({ runId: someText, abortSignal, maxSteps: wholeNumber() });
  checkOptions(request, rules, refuseOption);
}

/** Throws `InvalidOptionError` for a context that `add` of an RLM cannot give to its questions. */
export function checkAdded(
  name: string,
  named: NamedContext,
  {
    dialects,
    sandbox,
    tools,
  }: Pick<RlmOptions<StandardSchema | undefined>, 'dialects' | 'sandbox' | 'tools'>,
): void {
  const contexts = { [name]: named };
  checkOption('contexts', contexts, contextsRule(), refuseOption);
  checkNames({ contexts, dialects, sandbox, tools });
}

/** What no option shows by itself. `taken`: further names that the REPL uses. */
function checkTogether(
  options: RlmOptions<StandardSchema | undefined>,
  taken: readonly string[] = [],
): void {
  checkNames(options, taken);
  checkApprover(options);
  requirePrices(options);
  const { retry, executor } = options;
  if (retry !== undefined && executor !== undefined) {
    const message =
      'Expected retry to be omitted with an executor, which has its own. Pass it to createInProcessExecutor.';
    throw refuseOption({ option: 'retry', message });
  }
}

function registryOf(options: unknown): PolicyNames | undefined {
  return (options as { readonly policyRegistry?: PolicyNames } | null | undefined)?.policyRegistry;
}
