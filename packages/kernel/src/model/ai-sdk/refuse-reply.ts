/**
 * Makes the error for what a provider gave that is no reply. It is handed in: what is loaded later shares no code with what is
 * there from the start, which bundlers would put into every program of this package.
 */
export type RefuseReply = (message: string, options: { readonly isRetryable: boolean }) => Error;
