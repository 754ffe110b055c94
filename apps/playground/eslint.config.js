import { configurePackage } from '@rlm/config/eslint';

export default [
  ...configurePackage(import.meta.dirname, { environment: ['src/**'] }),
  {
    // What one cell declares, later cells of the same session use.
    files: ['src/planner/cells/*.js'],
    rules: { 'no-unused-vars': 'off' },
  },
];
