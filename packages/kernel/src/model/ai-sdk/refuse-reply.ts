/**
 * Creates the error for a provider's result that is not a reply. It is passed in because code that
 * is loaded later must not share modules with code that is loaded at the start: bundlers would put
 * those into every program.
 */
export type RefuseReply = (message: string, options: { readonly isRetryable: boolean }) => Error;
