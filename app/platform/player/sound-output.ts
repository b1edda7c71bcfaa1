import type { WrappedAudioBuffer } from 'mediabunny';
import { FudebakoError } from '#core/base/errors.ts';
import type { SoundOutput } from '#core/player/ports.ts';

/** A browser that does not let sound begin leaves `resume` pending for ever; nobody waits longer than this. */
const RESUME_TIMEOUT_MS = 3000;

/** Short enough not to be heard as a fade, long enough not to click, in seconds. */
const GAIN_SMOOTHING_SECONDS = 0.01;

/**
 * Sound through Web Audio. The context runs at the track's own rate, so that no chunk is resampled by itself.
 * @throws FudebakoError `webAudioMissing`
 */
export function createSoundOutput(sampleRate: number): SoundOutput<WrappedAudioBuffer> {
  if (typeof AudioContext !== 'function') throw new FudebakoError('webAudioMissing');
  const context = new AudioContext({ sampleRate, latencyHint: 'playback' });
  const gain = context.createGain();
  gain.connect(context.destination);
  return {
    seconds: () => context.currentTime,
    latencySeconds: () => context.outputLatency || context.baseLatency || 0,
    play({ buffer }, when, offset, rate) {
      const node = context.createBufferSource();
      node.buffer = buffer;
      node.playbackRate.value = rate;
      node.connect(gain);
      node.onended = () => node.disconnect();
      node.start(when, offset);
      return {
        stop() {
          node.stop();
          node.disconnect();
        },
      };
    },
    setGain: (value) => {
      // A context that stands renders nothing: there is no step to smooth, and no time for a ramp to pass in.
      if (context.state === 'running') gain.gain.setTargetAtTime(value, context.currentTime, GAIN_SMOOTHING_SECONDS);
      else gain.gain.value = value;
    },
    resume: () => within(context.resume(), RESUME_TIMEOUT_MS),
    suspend: () => context.suspend(),
    close: () => context.close(),
  };
}

async function within(promise: Promise<void>, milliseconds: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new FudebakoError('soundBlocked')), milliseconds);
  });
  try {
    await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
