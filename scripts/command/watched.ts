import type { StallPhase } from '#core/base/outside-limits.ts';
import type { OperationContext } from '#core/platform/context.ts';
import { type WatchedContext, watchContext } from '#core/workers/watch-context.ts';
import { allow, beat, type PulsePhase } from '../platform/pulse.mjs';

/** Phases by activity; time limits treat decoding as reading. */
const phases: Record<StallPhase, PulsePhase> = { reading: 'reading', decoding: 'reading', working: 'working' };

/** Wraps a context so that progress is recorded in shared memory. */
export const watchByPulse = (context: OperationContext, pulse: Int32Array): WatchedContext =>
  watchContext(context, {
    allow: (seconds, phase) => allow(pulse, seconds, phases[phase]),
    beat: () => beat(pulse),
  });
