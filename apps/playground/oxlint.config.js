import { configurePackage } from '@rlm/config/lint';

export default configurePackage({
  environment: ['src/**'],
  overrides: [
    {
      // What one cell declares, later cells of the same session use.
      files: ['src/planner/cells/*.js'],
      rules: { 'no-unused-vars': 'off' },
    },
    {
      // What is left out of an object is named.
      files: ['**/*.ts'],
      rules: { 'no-unused-vars': ['error', { ignoreRestSiblings: true }] },
    },
    {
      files: ['page/src/**/*.{ts,tsx}'],
      plugins: ['typescript', 'node', 'react', 'jsx-a11y'],
      rules: {
        // What scrolls must be reached by keyboard.
        'jsx-a11y/no-noninteractive-tabindex': 'off',
        // It is about the React Compiler, which is not used.
        'react/incompatible-library': 'off',
      },
    },
  ],
});
