/** A file as text: TypeScript bundled into one CommonJS script, anything else as it is. */
declare module 'inline:*' {
  const source: string;
  export default source;
}
