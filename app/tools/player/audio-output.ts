import type { WrappedAudioBuffer } from 'mediabunny';
import type { AudioOutput } from '#app/tools/player/engine/ports.ts';
import { FudebakoError } from '#core/base/errors.ts';
import { createPitch } from './pitch.ts';
import { within } from './within.ts';

/** Timeout for `resume` in milliseconds, because `resume` never settles if the browser blocks audio. */
const RESUME_TIMEOUT_MS = 3000;

/** Time constant of volume changes in seconds. Avoids clicks without an audible fade. */
const GAIN_SMOOTHING_SECONDS = 0.01;

/** Creates an audio output with the track's sample rate, so chunks join without gaps. Throws `webAudioMissing`. */
export function createAudioOutput(sampleRate: number): AudioOutput<WrappedAudioBuffer> {
  if (typeof AudioContext !== 'function') throw new FudebakoError('webAudioMissing');
  const context = new AudioContext({ sampleRate, latencyHint: 'playback' });
  const gain = context.createGain();
  gain.connect(context.destination);
  const pitch = createPitch(context, gain);
  return {
    seconds: () => context.currentTime,
    latencySeconds: () => (context.outputLatency || context.baseLatency || 0) + pitch.latencySeconds(),
    prepare: (rate, keepsPitch) => pitch.prepare(keepsPitch ? rate : 1),
    play({ buffer }, when, offset, rate) {
      const node = context.createBufferSource();
      node.buffer = buffer;
      node.playbackRate.value = rate;
      node.connect(pitch.input());
      node.onended = () => node.disconnect();
      node.start(when, offset);
      return {
        stop() {
          node.stop();
          node.disconnect();
          pitch.cut();
        },
      };
    },
    setGain: (value) => {
      // Sets the volume without a ramp, because a ramp makes no progress while the audio context is suspended.
      if (context.state === 'running') gain.gain.setTargetAtTime(value, context.currentTime, GAIN_SMOOTHING_SECONDS);
      else gain.gain.value = value;
    },
    resume: () => within(context.resume(), RESUME_TIMEOUT_MS, 'soundBlocked'),
    suspend: () => context.suspend(),
    close: () => context.close(),
  };
}
