import type { SandboxBackend } from '@rlm/sandbox';

/** A backend whose sessions open when there is room for them. */
export function waitToOpen(backend: SandboxBackend, room: () => Promise<unknown>): SandboxBackend {
  const { name, language, capabilities } = backend;
  return {
    ...{ name, language, capabilities },
    get isolation() {
      return backend.isolation;
    },
    instructions: () => backend.instructions(),
    ...(backend.build === undefined ? {} : { build: backend.build.bind(backend) }),
    probe: () => backend.probe(),
    async open(options) {
      await room();
      return backend.open(options);
    },
  };
}
