import type { RunContext, RunHead } from '@rlm/kernel';
import { jsonSchemaOf, version as kernelVersion } from '@rlm/kernel/internal';
import { awaitHook, knownText, sha256Hex } from '@rlm/repl-types/internal';

import { isLongText } from '@rlm/sandbox/internal';

import type { RlmPlan } from '../run/rlm-plan.js';
import { version } from '../version.js';
import type { RlmInput } from './open-run.js';

/**
 * What must be the same when a run is resumed: its question, its data, and everything that affects
 * a prompt. Reads the contexts, which are then kept until the session is opened.
 */
export async function headOf(
  { plan }: RlmInput,
  { abortSignal }: RunContext,
): Promise<Omit<RunHead, 'protocol'>> {
  const hashes: Record<string, string> = {
    query: await hash(plan.query),
    options: await hash(JSON.stringify(optionsOf(plan))),
  };
  for (const source of plan.sources) {
    const value = await source.readAhead(abortSignal);
    hashes[`context.${source.name}`] = isLongText(value)
      ? value.sha256
      : await hash(typeof value === 'string' ? value : (knownText(value) ?? JSON.stringify(value)));
  }
  const { sandbox } = plan.options;
  return {
    hashes,
    backend: { name: sandbox.name, build: (await awaitHook(() => sandbox.build?.())) ?? '' },
    versions: { '@rlm/runner': version, '@rlm/kernel': kernelVersion },
  };
}

/** The options that affect prompts, code and answers, as plain data. */
function optionsOf({
  options,
  sources,
  schema,
  tools,
  maxSteps,
  maxDepth,
  limits,
  dialects,
}: RlmPlan): unknown {
  const { instructions, prompt = {}, minSteps, requireExecution, rejectEmptyFinal } = options;
  const { models = {}, schemas = {}, sandbox, coverage, wrapUp, fenceStop, preflight } = options;
  return {
    sources: sources.map(({ name, description, constraints }) => ({
      name,
      description,
      constraints,
    })),
    schema: schema === undefined ? null : (jsonSchemaOf(schema) ?? null),
    tools: [...tools].map(({ name, description }) => ({ name, description })),
    maxSteps,
    maxDepth,
    limits: Object.fromEntries(
      Object.entries(limits).map(([name, limit]) => [name, limit === Infinity ? null : limit]),
    ),
    dialects: dialects.map(({ name }) => name),
    models: Object.keys(models),
    schemas: Object.keys(schemas),
    language: sandbox.language,
    prompt: Object.fromEntries(
      Object.entries(prompt).map(([name, part]) => [
        name,
        typeof part === 'function' ? null : part,
      ]),
    ),
    instructions,
    minSteps,
    requireExecution,
    rejectEmptyFinal,
    coverage,
    wrapUp,
    fenceStop,
    preflight,
  };
}

function hash(text: string): Promise<string> {
  return sha256Hex(new TextEncoder().encode(text));
}
