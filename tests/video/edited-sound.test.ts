import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { audioEditParameters } from '#core/audio/edit/parameters.ts';
import type { AudioEdits } from '#core/audio/edit/plan-edits.ts';
import type { SourceFile } from '#core/base/files.ts';
import { soundToVideo } from '#core/operations/sound-to-video.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import type { Warning } from '#core/platform/context.ts';
import { openAudio } from '#core/video/audio/audio-source.ts';
import { createEditedTrack } from '#core/video/audio/edited-track.ts';
import { makeVideo as makeVideoOf } from '#core/video/make-video.ts';
import type { OverlaidVideo } from '#core/video/overlay/overlay.ts';
import { still } from '#core/video/plan/timeline.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { wavFile as floatWav, sampleFile } from '../core/audio/audio-files.ts';
import { memorySink } from '../core/memory-sink.ts';
import { sampleImage } from '../core/test-images.ts';
import { samplesFolder } from '../samples.ts';
import { decodeAudio, hasFfmpeg, probe, withFile } from './ffmpeg.ts';
import { makeVideo, pngFile, wavFile } from './inputs.ts';

vi.setConfig({ testTimeout: 240_000 });

const platform = createNodePlatform();
afterAll(() => platform.close());

const timing = {
  durStartSec: 0,
  durEndSec: 0,
  trimStartSec: 0,
  trimEndSec: 0,
  blankStartSec: 0,
  blankEndSec: 0,
};

async function edit(file: SourceFile, changes: Partial<AudioEdits>, times: Partial<typeof timing> = {}) {
  const edits = parseParameters(audioEditParameters, changes);
  const { track, ...rest } = await createEditedTrack(
    await openAudio(file, { platform }),
    { ...timing, ...times, ...edits },
    { platform },
  );
  return { ...rest, stereo: await track.read(0, track.samples) };
}

const asWav = (stereo: Float32Array<ArrayBuffer>) =>
  floatWav({ tag: 3, bits: 32, channels: 2, data: new Uint8Array(stereo.buffer) });

/** Runs a filter of FFmpeg on stereo audio at 44.1 kHz. */
async function filtered(file: SourceFile, filter: string, ...output: string[]) {
  return withFile(
    await file.read(),
    (path) =>
      spawnSync(
        'ffmpeg',
        ['-hide_banner', '-nostats', '-i', path, '-af', filter, ...output, '-f', output.length ? 'f32le' : 'null', '-'],
        {
          maxBuffer: 1 << 28,
        },
      ),
    file.name,
  );
}

/** Returns loudness and true peak as FFmpeg's filter `ebur128` measures them. */
async function measured(stereo: Float32Array<ArrayBuffer>) {
  const { stderr } = await filtered(asWav(stereo), 'ebur128=peak=true');
  const summary = stderr.toString().split('Summary:')[1] ?? '';
  return {
    loudness: Number(/I:\s+(-?[\d.]+)/.exec(summary)?.[1]),
    peak: Number(/Peak:\s+(-?[\d.]+)/.exec(summary)?.[1]),
  };
}

const levelAt = (stereo: Float32Array, seconds: number) =>
  Math.max(
    ...stereo.subarray(2 * Math.round(seconds * 44_100), 2 * Math.round((seconds + 0.02) * 44_100)).map(Math.abs),
  );

/** Two seconds of a tone, which grows, after 1.25 s and before 0.75 s of silence. */
const amidSilence = (amplitude = 0.5) =>
  wavFile(4, (time) => (time < 1.25 || time >= 3.25 ? 0 : amplitude * Math.sin(2 * Math.PI * 440 * time)));

describe.skipIf(!hasFfmpeg || !samplesFolder)('loudness (needs ffmpeg and ../shared/samples)', () => {
  it.each([
    ['audio/music-outfoxing-97s.mp3', '-23', { trimStartSec: 20, trimEndSec: 67 }],
    ['audio/music-loop-float32-stereo.wav', '-23', {}],
    ['audio/pcm-s32-stereo-48k.wav', '-23', {}],
  ] as const)('of %s becomes %s LUFS, as ebur128 measures', async (name, loudness, times) => {
    const { stereo, warnings } = await edit(sampleFile(name), { loudness, fadeOutSec: 1 }, times);
    const { loudness: found, peak } = await measured(stereo);
    expect(peak).toBeLessThanOrEqual(-0.9);
    const [limited] = warnings as readonly Warning[];
    const target = limited ? Number(limited.data.reached) : Number(loudness);
    expect(Math.abs(found - target)).toBeLessThanOrEqual(0.1);
  });

  it('is limited to a true peak of −1 dBTP, and the reached loudness is told', async () => {
    const clicks = wavFile(10, (time) => (time % 1 < 0.002 ? 0.9 : 0.01) * Math.sin(2 * Math.PI * 997 * time));
    const { stereo, warnings } = await edit(clicks, { loudness: '-14' });
    const { loudness, peak } = await measured(stereo);
    expect(Math.abs(peak + 1)).toBeLessThanOrEqual(0.1);
    expect(warnings).toEqual([
      { code: 'loudnessLimited', data: { reached: expect.any(String), target: -14, ceiling: -1 } },
    ]);
    expect(Math.abs(loudness - Number(warnings[0]?.data.reached))).toBeLessThanOrEqual(0.1);
  });
});

describe('edits of the audio of a video', () => {
  it('change no sample by default', async () => {
    const plain = wavFile(1, (time) => Math.sin(2 * Math.PI * 440 * time));
    const { stereo, removed, warnings } = await edit(plain, {});
    const samples = new Int16Array((await plain.read()).slice(44).buffer);
    expect(stereo).toEqual(Float32Array.from(samples, (sample) => sample / 0x8000));
    expect({ removed, warnings }).toEqual({ removed: { startSec: 0, endSec: 0 }, warnings: [] });
  });

  it('remove silence of the trimmed audio, except for 0.1 s', async () => {
    const { stereo, removed } = await edit(amidSilence(), { trimSilence: true }, { trimStartSec: 1 });
    expect(removed.startSec).toBeCloseTo(0.15, 3);
    expect(removed.endSec).toBeCloseTo(0.65, 3);
    expect(stereo.length / 2 / 44_100).toBeCloseTo(2.2, 3);
    expect(levelAt(stereo, 0.05)).toBe(0);
    expect(levelAt(stereo, 0.1)).toBeCloseTo(0.5, 2);
    expect(levelAt(stereo, 2.05)).toBeCloseTo(0.5, 2);
  });

  it('keep silent audio, with a warning', async () => {
    const silence = wavFile(2, () => 0.001);
    const { stereo, warnings } = await edit(silence, { trimSilence: true, loudness: '-16' });
    expect(stereo).toHaveLength(2 * 88_200);
    expect(warnings).toEqual([{ code: 'audioSilent', data: {} }]);
  });

  it('raise samples beyond full scale back into it, instead of clipping them before', async () => {
    const loud = Float32Array.from({ length: 88_200 }, (_, at) => 4 * Math.sin(at / 20));
    const file = floatWav({ tag: 3, bits: 32, data: new Uint8Array(loud.buffer) });
    const { stereo } = await edit(file, { volumeDb: -20 });
    expect(stereo.reduce((most, sample) => Math.max(most, sample), 0)).toBeCloseTo(0.4, 3);
    expect(stereo[2 * 100]).toBeCloseTo(0.4 * Math.sin(5), 6);
  });

  it.skipIf(!hasFfmpeg)('fade like FFmpeg’s afade', async () => {
    const tone = wavFile(3, (time) => 0.8 * Math.sin(2 * Math.PI * 300 * time));
    const { stereo } = await edit(tone, { fadeInSec: 0.5, fadeOutSec: 1.2, volumeDb: -6 });
    const filter = 'volume=-6dB:precision=double,afade=in:d=0.5,afade=out:st=1.8:d=1.2';
    const { stdout } = await filtered(tone, filter, '-ac', '2');
    const expected = new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length));
    expect(stereo.length).toBe(expected.length);
    const differences = stereo.map((sample, at) => Math.abs(sample - (expected[at] ?? 0)));
    expect(differences.reduce((most, each) => Math.max(most, each), 0)).toBeLessThan(0.0001);
  });

  it('move what is drawn over the images with the audio', async () => {
    const main = await pngFile(
      sampleImage(64, 36, () => [90, 90, 90, 255]),
      platform,
    );
    const params = {
      resolution: 'yt_720p_landscape',
      frameRate: 1,
      trimSilence: true,
      trimStartSec: 1,
      blankStartSec: 2,
    };
    const settings = parseParameters(soundToVideo.params, params);
    const planned: OverlaidVideo[] = [];
    const overlays = [async (video: OverlaidVideo) => void planned.push(video)];
    const images = [{ id: 'main:0', file: main, fit: 'cover' }] as const;
    const fillMain = (frames: number) => [still('main:0', frames)];
    const sink = memorySink();
    await makeVideoOf({ audio: amidSilence(), images, settings, fillMain, overlays }, { platform, sink });
    const [video] = planned;
    // The sound from 1.25 to 3.25 s of the file, and 0.1 s of silence on both sides.
    expect(video?.played.startSec).toBeCloseTo(1.15, 3);
    expect(video?.played.endSec).toBeCloseTo(3.35, 3);
    expect(video?.audioOffsetSec).toBeCloseTo(0.85, 3);
  });

  it.skipIf(!hasFfmpeg)('shorten the video by the removed silence, and warn once', async () => {
    const main = await pngFile(
      sampleImage(64, 36, () => [90, 90, 90, 255]),
      platform,
    );
    const warnings: Warning[] = [];
    const params = {
      resolution: 'yt_720p_landscape',
      fps: 2,
      endCard: false,
      trimSilence: true,
      fadeInSec: 1,
      loudness: '-14',
    };
    const video = await makeVideo('sound-to-video', { audio: amidSilence(), main }, params, platform, {
      onWarning: (warning) => warnings.push(warning),
    });
    expect(warnings).toEqual([]);
    expect(video.progress.every((value, index) => value >= (video.progress[index - 1] ?? 0))).toBe(true);
    withFile(video.bytes, (path) => {
      // 2 s of sound and 2 × 0.1 s of silence.
      expect(probe(path).streams.find(({ codec_type }) => codec_type === 'video')?.nb_frames).toBe('4');
      const track = decodeAudio(path);
      const level = (seconds: number) =>
        Math.max(...track.subarray(seconds * 44_100, (seconds + 0.05) * 44_100).map(Math.abs));
      expect(level(0.5) / level(1.5)).toBeCloseTo(0.52, 1);
    });
  });
});
