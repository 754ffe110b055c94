import { messageOf } from '@rlm/repl-types/internal';

import { SandboxError } from './contract/errors.js';
import type { SandboxBackend, SessionOptions } from './contract/session.js';
import { quickjsFacts } from './quickjs/facts.js';

/** Not a literal, so that a bundler leaves it alone: who passes a sandbox of their own has no interpreter in their bundle. */
const entry = '@rlm/sandbox/quickjs';

/** `quickjs()` of the first one who has no sandbox; all others share it. */
let loaded: Promise<SandboxBackend> | undefined;
let backend: SandboxBackend | undefined;

/** `quickjs()` without options, whose code is imported when the first session is opened. */
export const defaultBackend: SandboxBackend = Object.freeze({
  ...quickjsFacts,
  get isolation() {
    return backend?.isolation ?? quickjsFacts.isolation;
  },
  capabilities: Object.freeze({ files: false, ...quickjsFacts.capabilities }),
  build: async () => (await load()).build?.() ?? '',
  probe: async () => (await load()).probe(),
  open: async (options?: SessionOptions) => (await load()).open(options),
});

function load(): Promise<SandboxBackend> {
  loaded ??= importQuickJS();
  loaded.catch(() => (loaded = undefined));
  return loaded;
}

async function importQuickJS(): Promise<SandboxBackend> {
  try {
    const { quickjs } = (await import(/* webpackIgnore: true */ /* @vite-ignore */ entry)) as {
      quickjs: () => SandboxBackend;
    };
    return (backend = quickjs());
  } catch (cause) {
    throw new SandboxError(
      'backend_unavailable',
      `The default sandbox was not found (${messageOf(cause)}). Pass one, as in a bundle: sandbox: quickjs() of @rlm/sandbox/quickjs`,
      { cause },
    );
  }
}
