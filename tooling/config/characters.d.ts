/** See characters.js. */
export const lastCharacter: number;
export function characterAt(number: number): string;
export function numberOf(text: unknown): number;
