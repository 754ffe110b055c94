import { configurePackage } from '@rlm/config/lint';

export default configurePackage({
  pure: true,
  // The defaults for what is passed in: the machine's clock, timers and ids.
  impure: ['src/platform/system.ts'],
});
