export { defaultLimits, type SandboxLimits } from './contract/limits.js';
export type {
  ExecuteOptions,
  FinalDialect,
  HostCallContext,
  HostFunction,
  HostFunctionSpec,
  Isolation,
  JsonValue,
  SandboxBackend,
  SandboxLanguage,
  SandboxSession,
  SessionImage,
  SessionOptions,
  SessionVariable,
} from './contract/session.js';
