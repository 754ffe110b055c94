import type { SandboxBackend } from '../contract/session.js';
import { defineBackend } from '../supervisor/define-backend.js';
import { resolveOptions, type V8Options } from './options.js';
import { createV8Recipe } from './recipe.js';

/**
 * JavaScript at V8's speed: each session in a process of Node.js of its own, which bubblewrap, a seccomp filter and resource
 * limits isolate, in a context with nothing in it but the language and the session's names. Linux on x86-64 and arm64, with
 * Node.js as the host. If any of these is missing, it does not start; `probe()` says which and why.
 *
 * @example
 * const session = await v8().open({ functions: { llm_query: async (prompt: string) => prompt } });
 */
export function v8(options: V8Options = {}): SandboxBackend {
  return defineBackend(createV8Recipe(resolveOptions(options)));
}

// Types that the signatures above use.
export type { V8Options } from './options.js';
