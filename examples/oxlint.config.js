import { configurePackage } from '@rlm/config/lint';

const tests = {
  files: ['**/*.test.ts'],
  // Tests of node:test are promises that the runner awaits.
  rules: { 'typescript/no-floating-promises': 'off', 'typescript/no-misused-promises': 'off' },
};
const config = configurePackage({
  overrides: [
    // A map in the place of a database is asynchronous like the database.
    { files: ['**/*.ts'], rules: { 'typescript/require-await': 'off' } },
    tests,
  ],
});

// Next has its own compiler and types, which its test installs.
export default { ...config, ignorePatterns: ['next'] };
