/**
 * The guard that ends agent loops which finished silently or are stuck.
 *
 * @module
 */
export { walletGuard, type WalletGuard } from './wallet-guard.js';

// Types that the signatures above use.
export type { WalletGuardOptions } from './options.js';
export type { GuardRuleName, GuardStatus, GuardVerdict } from './verdict.js';
