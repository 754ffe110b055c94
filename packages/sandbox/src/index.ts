export { SandboxError } from './contract/errors.js';
export { defaultLimits, type SandboxLimits } from './contract/limits.js';
export type {
  HostCallContext,
  HostFunction,
  JsonValue,
  SandboxBackend,
  SandboxSession,
  SessionImage,
  SessionOptions,
} from './contract/session.js';

export { createSandboxPool, type SandboxPool } from './supervisor/pool/pool.js';
export type { ReplayLog } from './contract/replay-log.js';
