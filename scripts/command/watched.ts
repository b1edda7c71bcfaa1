import type { StallPhase } from '#core/base/outside-limits.ts';
import type { OperationContext } from '#core/platform/context.ts';
import { type WatchedContext, watchContext } from '#core/workers/watch-context.ts';
import { allow, beat, type PulsePhase } from '../platform/pulse.mjs';

/** A decoder is reported as what it is a part of. */
const phases: Record<StallPhase, PulsePhase> = { reading: 'reading', decoding: 'reading', working: 'working' };

/** A context that notes whatever goes on in it in memory that other threads see. */
export const watchByPulse = (context: OperationContext, pulse: Int32Array): WatchedContext =>
  watchContext(context, {
    allow: (seconds, phase) => allow(pulse, seconds, phases[phase]),
    beat: () => beat(pulse),
  });
