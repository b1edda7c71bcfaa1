// A job counts its progress in shared memory; a thread watches the count. Plain JavaScript: that thread has no tsx.

const BEATS = 0;
const ALLOWED_SECONDS = 1;
const PHASE = 2;

const phases = /** @type {const} */ (['reading', 'working']);

/** @typedef {(typeof phases)[number]} PulsePhase */

/** Milliseconds between checks. Time limits count checks, so the time of a suspended process doesn't count. */
const TICK_MS = 250;

/** @returns {Int32Array<SharedArrayBuffer>} */
export const createPulse = () => new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));

/** Records that a job has made progress. @param {Int32Array} pulse */
export function beat(pulse) {
  Atomics.add(pulse, BEATS, 1);
}

/**
 * Begins a phase, with its maximum seconds without progress.
 * @param {Int32Array} pulse @param {number} seconds @param {PulsePhase} phase
 */
export function allow(pulse, seconds, phase) {
  Atomics.store(pulse, ALLOWED_SECONDS, Math.ceil(seconds));
  Atomics.store(pulse, PHASE, phases.indexOf(phase));
  beat(pulse);
}

/** True if the job has called `beat` at least once. @param {Int32Array} pulse */
export const hasBegun = (pulse) => Atomics.load(pulse, BEATS) !== 0;

/**
 * Calls `onStall` once if a job makes no progress for the maximum time. Counting starts with the job's first progress.
 * @param {Int32Array} pulse @param {(seconds: number, phase: PulsePhase) => void} onStall
 * @returns {() => void} stops watching
 */
export function watchPulse(pulse, onStall) {
  let seen = 0;
  let idleMs = 0;
  const timer = setInterval(() => {
    const beats = Atomics.load(pulse, BEATS);
    if (beats === seen && beats !== 0) idleMs += TICK_MS;
    else idleMs = 0;
    seen = beats;
    const seconds = Atomics.load(pulse, ALLOWED_SECONDS);
    if (idleMs < seconds * 1000 || idleMs === 0) return;
    clearInterval(timer);
    onStall(seconds, phases[Atomics.load(pulse, PHASE)] ?? 'working');
  }, TICK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
