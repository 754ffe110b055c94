import { inlineForVite } from '@rlm/config/inline';
import { defaultClientConditions, defineConfig } from 'vite';

/** The page that `rlm serve` gives: dist/page, without the file that is exported. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [inlineForVite],
  resolve: { conditions: ['@rlm/source', ...defaultClientConditions] },
  build: {
    outDir: '../dist/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    // Those of all that is in the page, and in the file that runs are exported into.
    license: { fileName: 'licenses.md' },
  },
});
