/** The key of `AsyncDisposable`, where the compiler's `lib` knows one (`ESNext.Disposable`). */
type AsyncDisposeKey = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol }
  ? Key
  : never;

/**
 * What `await using` needs of a thing that is closed: `AsyncDisposable`, where the compiler's `lib` has that, and nothing
 * elsewhere, so that types which extend it compile with any `lib`.
 */
export type AsyncDisposal = { readonly [Key in AsyncDisposeKey]: () => PromiseLike<void> };
