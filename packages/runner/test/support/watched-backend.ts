import type { SandboxBackend, SessionOptions } from '@rlm/sandbox';
import { quickjs } from '@rlm/sandbox/quickjs';

/** A backend that says what became of its sessions. */
export interface WatchedBackend extends SandboxBackend {
  /** What each session was opened with. */
  readonly opened: SessionOptions[];
  /** How many sessions nobody has closed yet. */
  openSessions: number;
}

/** One for all tests of a file: each backend has a process of its own. */
const backend = quickjs();

/** QuickJS, watched. Cells may call `crash()`, which ends their session under them. */
export function watchedBackend(): WatchedBackend {
  const watched: WatchedBackend = {
    ...backend,
    opened: [],
    openSessions: 0,
    async open(options = {}) {
      const crash = { run: () => session.close() };
      const session = await backend.open({
        ...options,
        functions: { ...options.functions, crash },
      });
      watched.opened.push(options);
      watched.openSessions += 1;
      let isClosed = false;
      const close = async (): Promise<void> => {
        if (!isClosed) watched.openSessions -= 1;
        isClosed = true;
        await session.close();
      };
      return {
        backend: session.backend,
        language: session.language,
        execute: (code, settings) => session.execute(code, settings),
        set: (name, value) => session.set(name, value),
        get: (name) => session.get(name),
        variables: () => session.variables(),
        idle: () => session.idle(),
        close,
        [Symbol.asyncDispose]: close,
      };
    },
  };
  return watched;
}
