import { serve } from '../../src/process/inside/serve.js';

/** A child with a fault of its own: in its loop, or before. */
serve<{ readonly where: string }>(({ options }) => {
  if (options.where === 'later') setTimeout(() => fault(), 1);
  return {
    run() {
      if (options.where === 'loop') fault();
    },
  };
});

function fault(): never {
  throw new Error('a fault of its own');
}
