import type { EngineEvents } from '../process/old/engine.js';

/** Holds events back until `give` is called: an engine that is never taken reports nothing. */
export function holdBack(events: EngineEvents): { readonly events: EngineEvents; give(): void } {
  const held: (() => void)[] = [];
  let isGiven = false;
  const tell = (event: () => void): void => {
    if (isGiven) event();
    else held.push(event);
  };
  return {
    events: {
      onFrame: (frame) => {
        tell(() => {
          events.onFrame(frame);
        });
      },
      onExit: (exit) => {
        tell(() => {
          events.onExit(exit);
        });
      },
    },
    give() {
      isGiven = true;
      for (const event of held.splice(0)) event();
    },
  };
}
