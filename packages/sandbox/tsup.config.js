import { defineLibrary } from '@rlm/config/tsup';

export default defineLibrary({
  node: ['cpython/', 'framing/', 'host/', 'javascript/', 'os/', 'process/', 'pyodide/', 'quickjs/'],
});
