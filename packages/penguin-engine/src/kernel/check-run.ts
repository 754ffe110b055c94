import { checkAmount, checkCount, checkFunction, checkMethods } from './check.js';
import { scopeOf } from './context-scope.js';
import { InvalidOptionError } from './errors.js';
import type { Budget } from './ledger.js';
import type { PolicySource, RunOptions } from './options.js';

/** Throws `InvalidOptionError` for the first option that has the wrong type or range. */
export function checkRun(
  protocol: unknown,
  options: RunOptions<never, unknown>,
  policies: readonly PolicySource[],
): void {
  checkMethods('protocol', protocol, ['open', 'step']);
  if (options.runId !== undefined && (typeof options.runId !== 'string' || options.runId === '')) {
    throw new InvalidOptionError('runId', 'a text that is not empty', options.runId);
  }
  checkCount('maxSteps', options.maxSteps);
  checkAmount('stepTimeoutMs', options.stepTimeoutMs);
  checkAmount('concludeTimeoutMs', options.concludeTimeoutMs);
  checkAmount('graceMs', options.graceMs);
  checkCount('maxErrors', options.maxErrors, 1);
  checkCount('historyWindow', options.historyWindow);
  checkMethods('abortSignal', options.abortSignal, ['addEventListener']);
  checkMethods('clock', options.clock, ['now', 'sleep']);
  checkMethods('executor', options.executor, ['execute']);
  if (options.parent !== undefined && scopeOf(options.parent) === undefined) {
    throw new InvalidOptionError('parent', 'the context of a run', options.parent);
  }
  checkFunction('toResult', options.toResult);
  checkFunction('idle', options.idle);
  checkBudget(options.budget ?? {});
  checkPolicies('policies', policies);
  checkPolicies('guards', options.guards ?? []);
}

function checkBudget(budget: Budget): void {
  checkAmount('budget.maxTokens', budget.maxTokens);
  checkAmount('budget.maxCostUsd', budget.maxCostUsd);
  checkCount('budget.maxCalls', budget.maxCalls);
  checkCount('budget.maxSubQueries', budget.maxSubQueries);
  checkCount('budget.maxFanOut', budget.maxFanOut, 1);
  checkCount('budget.maxDepth', budget.maxDepth);
  checkAmount('budget.timeoutMs', budget.timeoutMs);
}

function checkPolicies(option: string, sources: unknown): void {
  if (!Array.isArray(sources)) throw new InvalidOptionError(option, 'a list', sources);
  for (const [index, source] of sources.entries()) {
    if (typeof source === 'function') continue;
    checkMethods(`${option}[${index}]`, source ?? null, ['shouldTerminate', 'reset']);
  }
}
