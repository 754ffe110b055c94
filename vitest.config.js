import { defineConfig } from 'vitest/config';

/** The tests of all packages and apps, for `npx vitest --changed` at the root. The scripts of each package run its own. */
export default defineConfig({
  test: {
    projects: ['packages/*', 'apps/*'],
  },
});
