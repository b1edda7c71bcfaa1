/// <reference path="./signalsmith-stretch.d.ts" />
import type { WrappedAudioBuffer } from 'mediabunny';
import type { StretchNode } from 'signalsmith-stretch';
import type { AudioOutput } from '#app/tools/player/engine/ports.ts';
import { FudebakoError } from '#core/base/errors.ts';
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

/** Timeout for loading in milliseconds, because the node never answers if the audio thread can't start its code. */
const LOAD_TIMEOUT_MS = 10_000;

/** Restores the pitch of audio that plays at another speed. Without another speed, audio takes no detour. */
interface Pitch {
  /** Node to which audio at the prepared speed connects. */
  input(): AudioNode;
  latencySeconds(): number;
  /** Prepares a speed, and discards audio on its way. The audio context must be running. */
  prepare(rate: number): Promise<void>;
  /** Mutes the audio on its way until the next `prepare`. */
  cut(): void;
}

/** Creates the pitch correction in front of `output`. Loads its code when another speed than 1 is first used. */
export function createPitch(context: AudioContext, output: AudioNode): Pitch {
  let node: StretchNode | undefined;
  let latencySeconds = 0;
  let isUsed = false;
  const cut = () => node?.disconnect();
  return {
    input: () => (isUsed && node ? node : output),
    latencySeconds: () => (isUsed ? latencySeconds : 0),
    async prepare(rate) {
      cut();
      isUsed = false;
      if (rate === 1) return;
      node ??= await within(createNode(context), LOAD_TIMEOUT_MS, 'workerStart');
      await node.configure({});
      // A limit of 0 Hz shifts all frequencies alike, because the shift undoes the speed.
      await node.schedule({ active: true, semitones: -12 * Math.log2(rate), tonalityHz: 0 });
      latencySeconds = await node.latency();
      node.connect(output);
      isUsed = true;
    },
    cut,
  };
}

async function createNode(context: AudioContext): Promise<StretchNode> {
  const [{ default: SignalsmithStretch }, { default: moduleUrl }] = await Promise.all([
    import('signalsmith-stretch'),
    import('./pitch.worklet.ts?worker&url'),
  ]);
  // The library would load its processor from a blob, which the page's policy forbids.
  SignalsmithStretch.moduleUrl = moduleUrl;
  const mixed = { channelCount: 2, channelCountMode: 'explicit', channelInterpretation: 'speakers' } as const;
  return SignalsmithStretch(context, { numberOfInputs: 1, numberOfOutputs: 1, outputChannelCount: [2], ...mixed });
}
