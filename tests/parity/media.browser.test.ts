import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input, type InputTrack, VideoSampleSink } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from 'vitest/browser';
import { preferVideoEncoder, runFileOperation } from '#app/workers/media-client.ts';
import type { OperationId } from '#core/operations/index.ts';
import { firstOf } from '../deep.ts';
import { psnr } from '../video/inputs.ts';
import { lumaAt } from '../video/luma.ts';
import { FOLDER } from './cases.ts';

/** A file that page and command make. `inputs` names samples, and `captions.vtt`. */
interface Made {
  readonly operation: OperationId;
  readonly inputs: Readonly<Record<string, string | readonly string[]>>;
  readonly params?: Readonly<Record<string, string | number | boolean>>;
  readonly to: string;
}

const convert = (to: string, params: Made['params'] = {}, audio = 'sample.wav'): Made => ({
  operation: 'convert-audio',
  inputs: { audio },
  params,
  to,
});

const clip = (to: string): Made => ({
  operation: 'extract-clip',
  inputs: { video: 'sample.webm' },
  params: { from: 1, to: 2 },
  to,
});

const join = (to: string): Made => ({
  operation: 'join-audio',
  inputs: { audio: ['sample.wav', 'sample.mp3', 'sample.webm'] },
  params: { crossfadeSec: 0.7 },
  to,
});

/** A video of 3 s. */
const video = (params: Made['params'], more: Made['inputs'] = {}): Made => ({
  operation: 'sound-to-video',
  inputs: { audio: 'sample.wav', main: 'sample.jpg', ...more },
  params: { resolution: 'yt_720p_landscape', fps: 10, trimEndSec: 3, ...params },
  to: 'mp4',
});

const made: Readonly<Record<string, Made>> = {
  'audio without silence': convert('mp3', { trimSilence: true, bitrate: 128 }),
  'louder audio': convert('m4a', { loudness: '-16', sampleRate: '48000' }),
  'joined Opus': join('opus'),
  'a clip as MP4': clip('mp4'),
  'a clip as GIF': clip('gif'),
  'a clip as WebP': clip('webp'),
  'a video with captions': video({ captionsAs: 'both' }, { captions: 'captions.vtt' }),
  'a video with a waveform': video({ waveform: 'bars' }),
  'a part as WAV': convert('wav', { from: 0.5, to: 2.25, bitDepth: '24' }),
  'faded audio': convert('flac', { fadeInSec: 0.5, fadeOutSec: 1, channels: '2' }),
  'quieter audio': convert('opus', { volumeDb: -6 }),
  'an MP3 as Opus': convert('opus', {}, 'sample.mp3'),
  'the audio of a video': convert('m4a', {}, 'sample.webm'),
  'joined MP3': join('mp3'),
  'the audio of a clip': { ...clip('mp3'), operation: 'extract-audio' },
};

const folder = `${FOLDER}/media`;

async function fileOf(name: string): Promise<File> {
  const response = await fetch(name === 'captions.vtt' ? `/tests/parity/${name}` : `/samples/${name}`);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new File([await response.blob()], name);
}

const pathOf = (name: string) => (name === 'captions.vtt' ? `tests/parity/${name}` : `public/samples/${name}`);

const flagsOf = (params: Made['params'] = {}) =>
  Object.entries(params).flatMap(([name, value]) => {
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return value === true ? [flag] : [`${flag}=${value}`];
  });

const bytesOf = async (source: Blob | Response) => new Uint8Array(await source.arrayBuffer());

/** Returns the times of a video's frames and audio packets, and the luma of some frames. */
async function describeMp4(bytes: Uint8Array<ArrayBuffer>) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  try {
    const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
    const timesOf = async (track: InputTrack | null) => {
      const times: number[] = [];
      if (track) for await (const { timestamp } of new EncodedPacketSink(track).packets()) times.push(timestamp);
      return times;
    };
    const sink = video && new VideoSampleSink(video);
    return {
      times: [await timesOf(video), await timesOf(audio)],
      luma: sink ? await Promise.all([0.3, 0.6, 0.9].map((at) => lumaAt(sink, at))) : [],
    };
  } finally {
    input.dispose();
  }
}

/** The encoders differ: the command has those of FFmpeg's libraries, and the page those in WebAssembly. */
async function expectSameVideo(page: Uint8Array<ArrayBuffer>, command: Uint8Array<ArrayBuffer>): Promise<void> {
  const [a, b] = [await describeMp4(page), await describeMp4(command)];
  expect(a.times).toEqual(b.times);
  const alike = a.luma.map((luma, index) => psnr(luma, b.luma[index] as Uint8Array));
  expect(alike.filter((decibels) => !(decibels > 36))).toEqual([]);
}

describe('the command and the page write the same audio, GIF and WebP, and equal frames of MP4', () => {
  beforeAll(() => preferVideoEncoder('ffmpeg'));
  afterAll(() => preferVideoEncoder(undefined));

  it.each(firstOf(Object.entries(made), 8))(
    '%s',
    { timeout: 240_000 },
    async (name, { operation, inputs, params, to }) => {
      const [[firstName = '', first = ''] = [], ...others] = Object.entries(inputs);
      const isNamed = operation === 'sound-to-video';
      const output = `${folder}/${name.replaceAll(' ', '-')}.${to}`;
      const named = others.flatMap(([input, file]) => [`--${input}`, pathOf(String(file))]);
      const paths = [first].flat().map(pathOf);
      const flags = [...(isNamed ? [`--${firstName}`] : []), ...paths, ...named, ...flagsOf(params)];
      await commands.fudebako(operation, ...flags, '-o', output, '--force');
      const files = Object.fromEntries(
        await Promise.all(
          Object.entries(inputs).map(
            async ([input, file]) =>
              [input, typeof file === 'string' ? await fileOf(file) : await Promise.all(file.map(fileOf))] as const,
          ),
        ),
      );
      const format = isNamed ? {} : { format: to };
      const { blob } = await runFileOperation(operation, files, { ...params, ...format });
      const [page, command] = [await bytesOf(blob), await bytesOf(await fetch(`/${output}`))];
      if (to === 'mp4') return expectSameVideo(page, command);
      expect([page.length, page.every((byte, at) => byte === command[at])]).toEqual([command.length, true]);
    },
  );
});
