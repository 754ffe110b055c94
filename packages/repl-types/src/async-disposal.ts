/** The key of `AsyncDisposable`, where the compiler's `lib` knows one (`ESNext.Disposable`). */
export type AsyncDisposeKey = SymbolConstructor extends {
  readonly asyncDispose: infer Key extends symbol;
}
  ? Key
  : never;

/**
 * What `await using` needs of a thing that is closed: `AsyncDisposable`, where the compiler's `lib` has that, and nothing
 * elsewhere, so that types which extend it compile with any `lib`. Picked from a type that has it, since linters look for
 * the declaration of the method.
 */
export type AsyncDisposal = Pick<AsyncGenerator, AsyncDisposeKey & keyof AsyncGenerator>;
