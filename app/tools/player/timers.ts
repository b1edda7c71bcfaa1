import type { Timers } from '#app/tools/player/engine/ports.ts';

export const browserTimers: Timers = {
  seconds: () => performance.now() / 1000,
  setTimer(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};
