/** A file bundled into one script: see `tooling/config/inline.js`. */
declare module 'inline:*' {
  const source: string;
  export default source;
}
