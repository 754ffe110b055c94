export { SandboxError } from './contract/errors.js';
export { defaultLimits, sandboxLimitsRule, type SandboxLimits } from './contract/limits.js';
export type {
  ExecuteOptions,
  HostCallContext,
  HostFunction,
  HostFunctionSpec,
  Isolation,
  JsonValue,
  SandboxBackend,
  SandboxSession,
  SessionImage,
  SessionOptions,
  SessionVariable,
} from './contract/session.js';
export { findNameFault } from './supervisor/session/names.js';
export {
  createSandboxPool,
  type SandboxPool,
  type SandboxPoolOptions,
} from './supervisor/pool/pool.js';
export type { ReplayLog } from './contract/replay-log.js';
