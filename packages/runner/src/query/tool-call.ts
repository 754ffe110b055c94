import { renderIssues } from '@rlm/penguin-engine';

import { QueryArgumentError } from '../errors.js';
import { trackQuery, type QueryScope } from './query-scope.js';
import type { RlmTool } from './tool.js';

/** Calls a tool of yours from the REPL: the input checked, the call an effect of the run. */
export async function callTool(
  scope: QueryScope,
  abortSignal: AbortSignal,
  tool: RlmTool,
  args: readonly unknown[],
): Promise<unknown> {
  const { name } = tool;
  const prompt = args.length === 0 ? '' : JSON.stringify(args.length === 1 ? args[0] : args);
  return trackQuery(scope, { kind: 'tool', name, prompt }, async () => {
    if (args.length > 1) {
      throw new QueryArgumentError(`${name} takes one argument, got ${String(args.length)}`);
    }
    const input = await checkInput(tool, args[0]);
    const { context } = scope;
    const callId = `${context.runId}/t${String(scope.begun)}`;
    const value = await context.effects.run({
      kind: 'tool',
      input: { name, input },
      abortSignal,
      perform: (signal) =>
        Promise.resolve(
          tool.execute(input as never, { runId: context.runId, callId, abortSignal: signal }),
        ),
    });
    return { value: value ?? null, origin: 'asked' };
  });
}

async function checkInput(tool: RlmTool, input: unknown): Promise<unknown> {
  if (tool.input === undefined) return input;
  const checked = await tool.input['~standard'].validate(input);
  if (checked.issues === undefined) return checked.value;
  throw new QueryArgumentError(`${tool.name}: ${renderIssues(checked.issues)}`);
}
