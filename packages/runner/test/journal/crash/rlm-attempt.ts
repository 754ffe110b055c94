import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import { crashChild } from '@rlm/journal/testing';
import type { ModelFunction, ModelLike, ModelReply } from '@rlm/kernel/model';
import type { SandboxBackend } from '@rlm/sandbox';

import { runRlm, type RunRlmOptions } from '../../../src/index.js';
import type { WorkCells } from '../cells.js';
import { workModel, workOptions } from '../workload.js';

/** Makes this process one that attempts the workload in a sandbox. */
export function attemptRlm(sandbox: SandboxBackend, cells: WorkCells): void {
  crashChild(async ({ journal, folder, call }) => {
    const model = workModel(call, cells);
    const { answer, usage, calls, stop } = await runRlm({
      ...workOptions(model),
      sandbox,
      subModel: named(model as ModelFunction),
      cache: fileCache(`${folder}/${journal.runId}.cache`),
      journal,
    }).result;
    const told = stop === null ? {} : { message: stop.message };
    return { answer, usage, calls, code: stop?.code ?? null, ...told };
  });
}

/** The model as one of the AI SDK's: it has the same name in every process, so that answers are kept from one to the next. */
function named(model: ModelFunction): ModelLike {
  return {
    specificationVersion: 'v3',
    provider: 'work',
    modelId: 'sub',
    supportedUrls: {},
    doGenerate: async ({ prompt, abortSignal = new AbortController().signal }) => {
      const messages = prompt.map(({ role, content }) => ({ role, content: textOf(content) }));
      const request = { messages, purpose: 'sub', abortSignal } as Parameters<ModelFunction>[0];
      const { text, usage } = (await model(request)) as ModelReply;
      return {
        content: [{ type: 'text', text }],
        finishReason: { unified: 'stop', raw: undefined },
        usage: {
          inputTokens: { total: usage?.inputTokens },
          outputTokens: { total: usage?.outputTokens },
        },
        warnings: [],
      };
    },
    doStream: () => Promise.reject(new Error('nobody streams a sub-query')),
  } as ModelLike & { doGenerate: (options: SdkCall) => Promise<unknown> };
}

interface SdkCall {
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[];
  readonly abortSignal?: AbortSignal;
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return (content as readonly { readonly text: string }[]).map(({ text }) => text).join('');
}

/** Answers in a file, which the next process finds. */
function fileCache(file: string): NonNullable<RunRlmOptions['cache']> {
  const read = (): Record<string, unknown> =>
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>) : {};
  return {
    getItem: (key) => Promise.resolve(read()[key]),
    setItem: (key, value: unknown) => {
      writeFileSync(file, JSON.stringify({ ...read(), [key]: value }));
    },
  };
}
