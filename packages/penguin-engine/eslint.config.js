import { configurePackage } from '@rlm/config/eslint';

export default configurePackage(import.meta.dirname, {
  pure: true,
  // The defaults for what is passed in: the machine's clock, timers and ids.
  impure: ['src/kernel/platform/system.ts'],
});
