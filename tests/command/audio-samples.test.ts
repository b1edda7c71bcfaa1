import { readdirSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { samplePath, samplesFolder } from '../samples.ts';
import { commandHere, emptyFolder } from './harness.ts';

describe.skipIf(!samplesFolder)('with the audio samples (needs ../shared/samples)', () => {
  let folder = '';
  beforeEach(() => {
    folder = emptyFolder();
  });

  it.each([
    [
      'not-an-mp3.mp3: This is not an audio file, and not a video with audio.',
      'broken/not-an-mp3.mp3',
      'images/cmyk.jpg',
    ],
    ['truncated.jpg: Failed to load image.', 'audio/vbr-xing.mp3', 'broken/truncated.jpg'],
  ])('a slideshow names an unreadable file: %s', async (line, audio, last) => {
    const mains = ['images/cmyk.jpg', last].flatMap((name) => ['--main', samplePath(name)]);
    const run = await commandHere(folder, [
      'sound-to-slideshow',
      '--audio',
      samplePath(audio),
      ...mains,
      '-o',
      'r.mp4',
    ]);
    expect([run.code, run.stdout]).toEqual([1, '']);
    expect(run.stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(new RegExp(`^${line}`))]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['wav-to-mp3', 'broken/incomplete-chunk.wav', 'Invalid WAVE file - missing "fmt " chunk.'],
    ['mp3-to-wav', 'broken/not-an-mp3.mp3', 'No valid MP3 frame found.'],
    ['wav-to-mp3', 'audio/cbr-no-header.mp3', 'Please provide a WAV file.'],
    ['mp3-to-wav', 'audio/pcm-u8-mono-44k.wav', 'Please provide an MP3 file.'],
  ])('%s refuses %s in one line and writes nothing', async (command, name, sentence) => {
    const run = await commandHere(folder, [
      command,
      samplePath(name),
      '-o',
      command === 'wav-to-mp3' ? 'r.mp3' : 'r.wav',
    ]);
    expect([run.code, run.stdout]).toEqual([1, '']);
    expect(run.stderr.trimEnd().split('\n')).toEqual([expect.stringContaining(sentence)]);
    expect(readdirSync(folder)).toEqual([]);
  });
});
