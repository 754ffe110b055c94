/** The key of `AsyncDisposable`, if the compiler's `lib` has it (`ESNext.Disposable`). */
export type AsyncDisposeKey = SymbolConstructor extends {
  readonly asyncDispose: infer Key extends symbol;
}
  ? Key
  : never;

/**
 * What `await using` needs: `AsyncDisposable` if the compiler's `lib` has it, else an empty type. Types that extend it
 * compile with any `lib`. It is picked from a type that declares the method, because linters look for the declaration.
 */
export type AsyncDisposal = Pick<AsyncGenerator, AsyncDisposeKey & keyof AsyncGenerator>;
