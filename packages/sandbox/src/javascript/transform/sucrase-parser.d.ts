/** The parser of Sucrase, which its main entry does not export; the version is pinned. */
declare module 'sucrase/dist/esm/parser/index.js' {
  /** Parses a source to tokens; throws a SyntaxError with `loc`. */
  export function parse(
    source: string,
    isJsx: boolean,
    isTypeScript: boolean,
    isFlow: boolean,
  ): {
    readonly tokens: readonly {
      readonly start: number;
      readonly end: number;
      /** Whether it is part of TypeScript's additions, which Sucrase removes. */
      readonly isType: boolean;
    }[];
  };
}
