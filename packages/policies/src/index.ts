export type {
  ActionResult,
  PolicyContext,
  TerminationDecision,
  TerminationPolicy,
  Turn,
} from './shapes.js';
