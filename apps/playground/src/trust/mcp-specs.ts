import { isDeepStrictEqual } from 'node:util';

import type { McpKeptQuestion, McpSpecs } from '@rlm/mcp/server';

import type { ModelSpec } from '../models/model-spec.js';
import { hasOwnSeal, sealSpec } from './seal.js';
import { asRunSpec, specOf, type AskSettings, type RunSpec } from '../runs/run-spec.js';

/**
 * What `rlm mcp` keeps with a run: the same as `rlm ask`, so that `rlm runs`, `rlm show` and `rlm resume` know it. An agent
 * sees only runs that this user wrote, and that this server would begin in the same way.
 */
export function mcpSpecs(model: ModelSpec, settings: AskSettings): McpSpecs {
  const toSpec = ({ question, files, limits }: McpKeptQuestion): RunSpec =>
    specOf({
      question,
      text: { isSingle: files.length === 1, files: [...files] },
      model,
      settings: { ...settings, ...lowered(settings, limits) },
    });
  return {
    write: (question) => sealSpec(question.runId, toSpec(question)),
    async read(given, runId) {
      const spec = asRunSpec(given);
      if (spec === undefined || 'contexts' in spec.text) return undefined;
      const { maxSteps, maxSubQueries, maxTokens, maxCostUsd, timeoutMs } = spec.settings;
      const limits = { maxSteps, maxSubQueries, maxTokens, maxCostUsd, timeoutMs };
      const kept = { question: spec.question, files: spec.text.files, limits };
      const { seal: _seal, ...unsealed } = spec as RunSpec & { readonly seal?: string };
      if (!isDeepStrictEqual(unsealed, toSpec(kept))) return undefined;
      return (await hasOwnSeal(runId, spec)) ? kept : undefined;
    },
  };
}

const names = ['maxSteps', 'maxSubQueries', 'maxTokens', 'maxCostUsd', 'timeoutMs'] as const;

/** The limits of the command line, as far as the agent has lowered them. */
const lowered = (
  settings: AskSettings,
  limits: McpKeptQuestion['limits'],
): Partial<Pick<AskSettings, (typeof names)[number]>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const limit = Math.min(settings[name] ?? Infinity, limits[name] ?? Infinity);
      return limit === Infinity ? [] : [[name, limit] as const];
    }),
  );
