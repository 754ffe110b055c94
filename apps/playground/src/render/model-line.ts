import { plainText } from '../view/text/plain-text.js';
import type { Style } from './style.js';

/** The line that says which model is asked, and why this one. */
export function modelLine(
  { label, why }: { readonly label: string; readonly why?: string | undefined },
  style: Style,
): string {
  const reason = why === undefined ? '' : style.dim(`, ${plainText(why)}`);
  return `${style.bold('Model:')} ${label}${reason}`;
}
