/** The private character before a part of a folded text that a reader may leave out. */
export const optionalStart = '\ue000';
/** The one after it. */
export const optionalEnd = '\ue001';

/** A part of a folded text that a reader may leave out. */
export function optional(part: string): string {
  return optionalStart + part + optionalEnd;
}
