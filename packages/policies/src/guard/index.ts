/**
 * The guard of the agent loop, for the loop that has it by default. Apart from `internal.ts`, so that a program of another loop does not
 * hold it from the start. This is not a public API: a name here may change with any minor release.
 *
 * @module
 */
export { walletGuard, type WalletGuard } from './wallet-guard.js';
