import type { Timers } from '#app/tools/player/engine/ports.ts';
import { setTimer } from '../../platform/timer.ts';

export const browserTimers: Timers = {
  seconds: () => performance.now() / 1000,
  setTimer,
};
