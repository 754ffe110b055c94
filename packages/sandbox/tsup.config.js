import { defineLibrary } from '@rlm/config/tsup';

export default defineLibrary({
  entry: {
    index: 'src/index.ts',
    engine: 'src/engine.ts',
    quickjs: 'src/quickjs/index.ts',
    pyodide: 'src/pyodide/index.ts',
    monty: 'src/monty/index.ts',
    cpython: 'src/cpython/index.ts',
    scripted: 'src/scripted/index.ts',
    conformance: 'src/conformance/index.ts',
  },
  node: ['framing/', 'process/', 'quickjs/', 'pyodide/', 'monty/', 'cpython/', 'host/'],
});
