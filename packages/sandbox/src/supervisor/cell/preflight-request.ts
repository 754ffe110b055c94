import type { WholeBackend } from '../create-sandbox.js';
import type { PreflightRequest } from '../../contract/preflight.js';

/** Asks for a look at a cell, if the backend can look and it is wanted. */
export function preflightOf(
  { capabilities }: Pick<WholeBackend, 'capabilities'>,
  isWanted: boolean,
): PreflightRequest | undefined {
  return capabilities.preflight === true && isWanted ? {} : undefined;
}
