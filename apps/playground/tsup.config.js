import { inlineForEsbuild } from '@rlm/config/inline';
import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { cli: 'src/cli.ts', 'apart-worker': 'src/serve/apart-worker.ts' },
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  clean: true,
  esbuildPlugins: [inlineForEsbuild],
});
