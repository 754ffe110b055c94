declare module '@rlm/config/inline' {
  import type { Plugin } from 'esbuild';

  export const inlineForEsbuild: Plugin;
}
