export type { ActionCall } from './action-call.js';
export { performCall, type CallOptions, type CallOutcome } from './perform-call.js';
export {
  jsonSchemaOf,
  renderIssues,
  schemaRule,
  type SchemaOutput,
  type StandardIssue,
} from './standard-schema.js';
export { toolsRule } from './tool-rules.js';
