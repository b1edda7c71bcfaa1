import { fileFromBytes, type SourceFile } from '#core/base/files.ts';
import { encodeImage } from '#core/image/codecs/encode.ts';
import { soundToVideo } from '#core/operations/sound-to-video.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import { chooseAudioEncoding } from '#core/video/sound/audio-encoding.ts';
import { planPackets } from '#core/video/sound/audio-packets.ts';
import { openAudio } from '#core/video/sound/sound.ts';
import { createAudioTrack } from '#core/video/sound/sound-track.ts';
import { createNodePlatform, type NodePlatform } from '../platform/index.ts';
import { groupsOf } from './groups.ts';
import { countingSink, longWav, megabytes, peakMemory, runAlone } from './long-files.ts';
import { photo } from './photos.ts';

/** `npm run bench -- --long`: compares peak memory and time of videos of three minutes and one hour. */

interface Figures {
  readonly seconds: number;
  /** Seconds that encoding the audio without the video takes. */
  readonly soundSeconds: number;
  readonly peak: string;
  readonly written: string;
}

async function measure(minutes: number): Promise<Figures> {
  const platform = createNodePlatform();
  const audio = longWav(minutes);
  const main = fileFromBytes('photo.jpg', await encodeImage(photo('1 MP'), { format: 'jpg' }, { platform }));
  const sink = countingSink();
  const params = parseParameters(soundToVideo.params, {});
  const seconds = await timeOf(() =>
    soundToVideo.run({ audio, main, start: undefined, end: undefined }, params, { platform, sink }),
  );
  const peak = peakMemory();
  const soundSeconds = await timeOf(() => encodeTrack(audio, platform));
  platform.close();
  return { seconds, soundSeconds, peak, written: megabytes(sink.size) };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

async function encodeTrack(audio: SourceFile, platform: NodePlatform): Promise<void> {
  const untouched = { trimStartSec: 0, trimEndSec: 0, blankStartSec: 0, blankEndSec: 0 };
  const track = createAudioTrack(await openAudio(audio), untouched, { platform });
  const runs = planPackets(track, await chooseAudioEncoding({ platform })).encode({ platform });
  for await (const _ of runs);
}

const [minutes] = process.argv.slice(2);
if (minutes) process.stdout.write(JSON.stringify(await measure(Number(minutes))));
else {
  const [short, long] = [3, 60].map((length): Figures => {
    const figures = JSON.parse(runAlone(import.meta.filename, String(length)));
    const { seconds, soundSeconds, peak, written } = figures;
    const times = `${seconds.toFixed(1)} s, its sound alone ${soundSeconds.toFixed(1)} s`;
    process.stdout.write(
      `${length} min (${groupsOf(length * 60, 1)}): ${times}, ${peak} at the peak, ${written} written\n`,
    );
    return figures;
  }) as [Figures, Figures];
  const ratio = long.seconds / (20 * short.soundSeconds);
  process.stdout.write(`an hour takes ${ratio.toFixed(2)} of twenty times the sound of three minutes\n`);
}
