import { grouped } from '../../../src/view/text/numbers.js';

/** US dollars, or a dash if the price is not known. */
export function formatCost(usd: number | null | undefined): string {
  if (usd === null || usd === undefined) return '–';
  return `$${usd === 0 ? '0' : usd.toFixed(usd < 0.1 ? 4 : 2)}`;
}

/** Tokens of both kinds, or a dash if neither is known. */
export function formatTokens(
  input: number | undefined,
  output: number | undefined,
  cached = 0,
): string {
  if (input === undefined && output === undefined) return '–';
  const ofCache = cached === 0 ? '' : ` (${grouped(cached)} cached)`;
  return `${grouped(input ?? 0)} in${ofCache}, ${grouped(output ?? 0)} out`;
}

/** A moment, as the browser writes dates; a dash if it is not known. */
export function formatDate(iso: string): string {
  const date = new Date(iso);
  return date.getTime() > 0
    ? date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
    : '–';
}

/** A share of 1, in percent. */
export function formatShare(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return 'under 0.1 %';
  return `${percent > 0 && percent < 1 ? percent.toFixed(1) : Math.floor(percent)} %`;
}

export { counted as plural } from '../../../src/view/text/numbers.js';
