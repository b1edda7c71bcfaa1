import { beforeAll, describe, expect, it } from 'vitest';
import { commands } from 'vitest/browser';
import { createBrowserPlatform } from '#app/platform/browser.ts';
import { createBrowserWorkers } from '#app/platform/workers.ts';
import { sourceFile } from '#app/workers/files.ts';
import { runFileOperation } from '#app/workers/media-client.ts';
import { wavToMp3 } from '#core/operations/wav-to-mp3.ts';
import type { Platform } from '#core/platform/platform.ts';
import { isDeep } from '../../deep.ts';
import { fetchSample, samplesUrl } from '../../samples.browser.ts';
import { memorySink } from '../memory-sink.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    fudebako: (...args: string[]) => Promise<void>;
  }
}

const platform = createBrowserPlatform(createBrowserWorkers());

/** Runs the page's media worker. */
async function convertInPage(name: string): Promise<Uint8Array> {
  const audio = await fetchSample(name);
  const { blob } = name.endsWith('.wav')
    ? await runFileOperation('wav-to-mp3', { audio }, { bitrate: 192, mode: 'cbr', vbrQuality: 2 })
    : await runFileOperation('mp3-to-wav', { audio }, { bitDepth: '16' });
  return new Uint8Array(await blob.arrayBuffer());
}

async function convertOn(on: Platform, name: string): Promise<Uint8Array> {
  const sample = await fetchSample(name);
  const audio = sourceFile(sample, sample.name);
  const sink = memorySink();
  const context = { platform: on, sink };
  await wavToMp3.run({ audio }, { bitrate: 192, mode: 'cbr', vbrQuality: 2 }, context);
  return sink.bytes();
}

const wavs = [
  'pcm-u8-mono-44k',
  'pcm-s16-mono-odd-chunk',
  'pcm-s16-mono-trailing-bytes',
  'pcm-s24-mono-extensible',
  'pcm-s32-stereo-48k',
  'float32-mono',
  'float64-mono',
  'float32-6ch-extensible',
  'rf64-s16-stereo',
  'ima-adpcm-mono',
  'ulaw-8k-mono',
  'rifx-big-endian-s24-3ch',
  's24-in-32bit-container',
  's16-with-id3-chunk',
  'music-loop-float32-stereo',
]
  .map((name) => `audio/${name}.wav`)
  .concat('broken/early-eof.wav');

const mp3s = [
  ...(isDeep ? ['audio/music-outfoxing-97s.mp3'] : []),
  'audio/id3v2-cover-1400px.mp3',
  'audio/vbr-xing.mp3',
  'audio/cbr-no-header.mp3',
  'audio/mpeg2-lsf-22k-stereo.mp3',
  'audio/id3v22-tags.mp3',
  'broken/garbage-prefix-100kb.mp3',
];

const folder = '.cache/parity/sound';

describe.skipIf(!samplesUrl)('the command and the page write the same audio (needs ../shared/samples)', () => {
  beforeAll(async () => {
    const paths = (names: readonly string[]) => names.map((name) => `../shared/samples/${name}`);
    await commands.fudebako('wav-to-mp3', ...paths(wavs), '-o', `${folder}/mp3`, '--jobs', '1', '--force');
    await commands.fudebako('mp3-to-wav', ...paths(mp3s), '-o', `${folder}/wav`, '--jobs', '1', '--force');
  });

  it.each([...wavs, ...mp3s])('%s', async (name) => {
    const extension = name.endsWith('.wav') ? 'mp3' : 'wav';
    const base = name.replace(/^\w+\/|\.\w+$/g, '');
    const written = await fetch(`/${folder}/${extension}/${base}.${extension}`);
    const expected = new Uint8Array(await written.arrayBuffer());
    const page = await convertInPage(name);
    expect(page.length).toBe(expected.length);
    expect(page.every((byte, index) => byte === expected[index])).toBe(true);
  });

  it('in the page without WebAssembly, lamejs encodes the MP3', async () => {
    const refusing: Platform = {
      images: platform.images,
      canvases: platform.canvases,
      workers: platform.workers,
      fonts: platform.fonts,
      media: platform.media,
      wasm: () => Promise.reject(new Error('off')),
    };
    const bytes = await convertOn(refusing, 'audio/pcm-s16-mono-odd-chunk.wav');
    expect(new TextDecoder('latin1').decode(bytes)).toContain('LAME3.98');
  });

  it.each([
    ['broken/incomplete-chunk.wav', 'wavChunkMissing'],
    ['broken/not-an-mp3.mp3', 'mp3FrameMissing'],
  ])('the page refuses %s with the command’s error', async (name, code) => {
    await expect(convertInPage(name)).rejects.toMatchObject({ code });
  });
});
