import { codeUnitAt } from './intrinsics.js';

/** An offset within a text that splits no surrogate pair. */
export function offPair(text: string, offset: number): number {
  if (offset <= 0) return 0;
  if (offset >= text.length) return text.length;
  const unit = codeUnitAt(text, offset);
  return unit >= 0xdc00 && unit < 0xe000 ? offset - 1 : offset;
}
