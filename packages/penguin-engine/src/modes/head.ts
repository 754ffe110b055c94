import type { RunHead } from '@rlm/kernel';
import { version as kernelVersion, dataLimits } from '@rlm/kernel/internal';
import { toData, canonicalJson, sha256 } from '@rlm/repl-types/internal';

import { version } from '../version.js';
import { engineDefaults } from './options.js';
import type { EngineSetup } from './state.js';

const hashOf = (data: unknown): string => sha256(canonicalJson(data));

/**
 * What must be the same when a run is resumed: everything that the model sees before its first
 * reply.
 */
export function headOf({
  options,
  tools,
  maxSteps,
  maxActionsPerStep,
  maxOutputChars,
}: EngineSetup): Pick<RunHead, 'hashes' | 'versions'> {
  const { prompt, system, messages, task, profile, nativeTools, limits, contextWindow } = options;
  // The time limit of a call is not part of what the model sees.
  const { callTimeoutMs: _, ...hashedLimits } = limits ?? {};
  const offered = [...tools].map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  return {
    versions: { '@rlm/penguin-engine': version, '@rlm/kernel': kernelVersion },
    hashes: {
      prompt: hashOf(prompt),
      messages: hashOf(messages ?? []),
      tools: hashOf(offered),
      options: hashOf({
        system,
        task:
          task?.context === undefined
            ? undefined
            : toData(task.context, 'task.context', dataLimits),
        profile: profile ?? engineDefaults.profile,
        nativeTools: nativeTools ?? engineDefaults.nativeTools,
        maxSteps,
        maxActionsPerStep,
        maxOutputChars,
        limits: hashedLimits,
        maxContextTokens: contextWindow?.maxTokens ?? engineDefaults.maxContextTokens,
      }),
    },
  };
}
