import { join } from 'node:path';

// webpack's, and Rspack's.
export default {
  mode: 'production',
  target: 'node20',
  entry: './bundled.mjs',
  output: {
    path: join(import.meta.dirname, 'dist'),
    filename: 'bundled.mjs',
    module: true,
    library: { type: 'module' },
  },
  experiments: { outputModule: true },
};
