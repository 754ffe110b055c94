/**
 * A file as text. TypeScript is bundled into one CommonJS script; any other file is used as it is.
 */
declare module 'inline:*' {
  const source: string;
  export default source;
}
