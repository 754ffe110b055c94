export default {
  output: 'standalone',
  serverExternalPackages: ['@rlm/sandbox'],
  outputFileTracingIncludes: {
    '/*': ['./node_modules/quickjs-wasi/**', './node_modules/pyodide/**'],
  },
};
