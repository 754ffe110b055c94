import type { SandboxBackend } from '@rlm/sandbox';
import { quickjs } from '@rlm/sandbox/quickjs';

/** QuickJS on a machine so slow that each cell takes a minute: a snapshot is kept after each. */
export function slow(): SandboxBackend {
  const backend = quickjs();
  return {
    ...backend,
    async open(options) {
      const session = await backend.open(options);
      let ms = 0;
      return new Proxy(session, {
        get(target, name) {
          if (name === 'guestMs') return (ms += 60_000);
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
    },
  };
}
