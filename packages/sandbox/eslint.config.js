import { configurePackage } from '@rlm/config/eslint';

export default configurePackage(import.meta.dirname, {
  pure: true,
  impure: [
    'src/framing/**',
    'src/process/**',
    'src/quickjs/**',
    'src/pyodide/**',
    'src/monty/**',
    'src/cpython/**',
    'src/host/**',
  ],
  environment: ['src/cpython/process/find-command.ts', 'src/host/user-cache-folder.ts'],
});
