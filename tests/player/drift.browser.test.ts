import type { VideoSample, WrappedAudioBuffer } from 'mediabunny';
import { expect, it } from 'vitest';
import { Player } from '#app/tools/player/engine/player.ts';
import type { AudioOutput } from '#app/tools/player/engine/ports.ts';
import { openVideo } from '#app/tools/player/open-video.ts';
import { browserTimers } from '#app/tools/player/timers.ts';
import { deepOr } from '../deep.ts';
import { fetchSample, samplesUrl } from '../samples.browser.ts';

const SECONDS = deepOr(30, 5);
const FRAME_SECONDS = 1 / 60;

interface Started {
  readonly mediaTime: number;
  readonly when: number;
  readonly seconds: number;
}

/** Wraps an audio output, and records the video time and the scheduled time of each audio buffer. */
function overhear(output: AudioOutput<WrappedAudioBuffer>) {
  const started: Started[] = [];
  /** Returns the video time of the audio that is being heard, in seconds. */
  const audible = (): number | undefined => {
    const now = output.seconds() - output.latencySeconds();
    const chunk = started.findLast(({ when, seconds }) => when <= now && now < when + seconds);
    return chunk && chunk.mediaTime + now - chunk.when;
  };
  const play: typeof output.play = (chunk, when, offset, rate) => {
    started.push({ mediaTime: chunk.timestamp + offset, when, seconds: chunk.duration - offset });
    return output.play(chunk, when, offset, rate);
  };
  return { output: { ...output, play }, audible };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

it.skipIf(!samplesUrl)('audio and video stay within 45 ms of each other (needs ../shared/samples)', async () => {
  const video = await openVideo(await fetchSample('video/av1-long-6min.mp4'));
  let audible: () => number | undefined = () => undefined;
  /** Offset of each drawn frame from the audible time, grouped by second of playback. */
  const apart: number[][] = Array.from({ length: SECONDS }, () => []);
  const player = new Player<VideoSample, WrappedAudioBuffer>({
    media: video.media,
    screen: {
      draw({ timestamp }) {
        const heard = audible();
        // The offset is 0 if the audible time is within the frame, else the distance from the frame to that time.
        if (heard !== undefined)
          apart[Math.floor(heard)]?.push(Math.max(0, timestamp - heard, heard - timestamp - FRAME_SECONDS));
      },
    },
    timers: browserTimers,
    createOutput() {
      const heard = overhear(video.createOutput());
      ({ audible } = heard);
      return heard.output;
    },
    volume: 0,
    muted: false,
    keepsPitch: true,
    onChange: () => {},
    onError: (error) => expect.fail(error.message),
  });
  await player.open();
  await player.play();
  await expect.poll(() => player.state.position, { timeout: 90_000, interval: 500 }).toBeGreaterThan(SECONDS);
  const { droppedFrames } = player.state;
  player.dispose();
  // Checks the median of each second, which a short delay doesn't change, but accumulating drift does.
  for (const [second, distances] of apart.entries()) expect(median(distances), `second ${second}`).toBeLessThan(0.045);
  expect(apart.flat().length + droppedFrames).toBeGreaterThan(SECONDS * 50);
});
