export { createActionParser, type ActionParser } from './parse-actions.js';

// What the signatures above name.
export type {
  ActionDiagnostic,
  ActionDiagnosticCode,
  ActionProfile,
  ParseActionsOptions,
  ParsedAction,
  ParsedActions,
  StripActionsOptions,
} from './types.js';
