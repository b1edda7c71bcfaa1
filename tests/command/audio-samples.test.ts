import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { samplePath, samplesFolder } from '../samples.ts';
import { commandHere, fudebako } from './harness.ts';

/** Returns the paths of the valid audio samples with the extension. */
const good = (extension: string): readonly string[] =>
  samplesFolder ? readdirSync(samplePath('audio')).filter((name) => name.endsWith(extension)) : [];

describe.skipIf(!samplesFolder)('with the audio samples (needs ../shared/samples)', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fudebako-sound-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const made = () => readdirSync(join(folder, 'out')).sort();

  it.each([
    ['wav-to-mp3', '.wav', '.mp3', 15],
    ['mp3-to-wav', '.mp3', '.wav', 6],
  ] as const)('%s converts every valid file', async (command, from, to, count) => {
    const names = good(from);
    expect(names).toHaveLength(count);
    const run = await fudebako(folder, command, ...names.map((name) => samplePath(`audio/${name}`)), '-o', 'out');
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(made()).toEqual(names.map((name) => name.replace(from, to)).sort());
    if (to === '.wav')
      for (const name of made()) {
        const wav = readFileSync(join(folder, 'out', name));
        expect([wav.toString('latin1', 0, 4), wav.readUInt32LE(4)]).toEqual(['RIFF', wav.length - 8]);
        expect([wav.readUInt32LE(16), wav.readUInt16LE(20), wav.toString('latin1', 36, 40)]).toEqual([16, 1, 'data']);
        // The size of the `data` chunk covers only the audio, because tags may follow it.
        const [block, dataBytes] = [wav.readUInt16LE(32), wav.readUInt32LE(40)];
        expect([dataBytes % block, dataBytes <= wav.length - 44]).toEqual([0, true]);
      }
  });

  it.each([
    ['not-an-mp3.mp3: Please upload a WAV or MP3 file.', 'broken/not-an-mp3.mp3', 'images/cmyk.jpg'],
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

  it('damaged files are converted up to the damage', async () => {
    const names = ['broken/early-eof.wav'].map(samplePath);
    expect((await commandHere(folder, ['wav-to-mp3', ...names, '-o', 'out'])).code).toBe(0);
    expect(
      (await commandHere(folder, ['mp3-to-wav', samplePath('broken/garbage-prefix-100kb.mp3'), '-o', 'out'])).code,
    ).toBe(0);
    expect(made()).toEqual(['early-eof.mp3', 'garbage-prefix-100kb.wav']);
    // Number of sample frames in a second of 44.1 kHz mono.
    const wav = readFileSync(join(folder, 'out', 'garbage-prefix-100kb.wav'));
    expect(Math.abs(wav.readUInt32LE(40) / 2 - 44_100)).toBeLessThan(1152 * 2);
  });
});
