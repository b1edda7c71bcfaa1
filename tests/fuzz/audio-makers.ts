import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { riffChunk } from '#core/base/bytes.ts';
import { joined } from '../growth/hostile.ts';
import { withTemporaryFile } from './image-makers.ts';
import type { Random } from './random.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const codecs = ['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le', 'pcm_f64le', 'pcm_alaw', 'pcm_mulaw', 'adpcm_ima_wav']; // biome-ignore format: a table

/** Returns a random WAV file of any encoding that the converter reads, made by FFmpeg. */
export function makeWav(random: Random): Bytes {
  const codec = random.from(codecs);
  const channels = codec === 'adpcm_ima_wav' ? random.between(1, 2) : random.from([1, 1, 2, 2, 3, 6, 8]);
  const rate = random.from([8000, 11_025, 22_050, 44_100, 48_000, 96_000]);
  const wav = encode(random, { channels, rate, seconds: random.between(1, 30) / 300 }, 'wav', [
    ...['-c:a', codec],
    // Usually writes a plain header, and sometimes metadata, which FFmpeg puts before the samples.
    ...(random.chance(2) ? ['-metadata', 'title=a title', '-metadata', 'artist=an artist'] : ['-bitexact']),
  ]);
  // Sometimes adds an unknown chunk of odd length after the samples.
  return random.chance(4) ? withSize(joined(wav, riffChunk('junk', new Uint8Array(3)))) : wav;
}

/**
 * Returns a random MP3 with a constant or variable bitrate, with or without info frame and tags, made by FFmpeg's LAME.
 */
export function makeMp3(random: Random): Bytes {
  const rate = random.from([8000, 16_000, 22_050, 32_000, 44_100, 44_100, 48_000]);
  const bitrate = rate < 16_000 ? random.from([16, 32, 64]) : random.from([64, 96, 128, 160]);
  return encode(random, { channels: random.between(1, 2), rate, seconds: random.between(5, 30) / 50 }, 'mp3', [
    ...['-c:a', 'libmp3lame', '-compression_level', '7'],
    ...(random.chance(2) ? ['-b:a', `${bitrate}k`] : ['-q:a', String(random.below(10))]),
    ...['-joint_stereo', String(random.below(2)), '-reservoir', String(random.below(2))],
    ...['-write_xing', random.chance(4) ? '0' : '1', '-id3v2_version', random.from(['0', '3', '4'])],
    ...['-metadata', 'title=a title', '-write_id3v1', String(random.below(2))],
  ]);
}

/** Encodes sine waves of several frequencies with noise, below full scale. */
function encode(
  random: Random,
  { channels, rate, seconds }: { readonly channels: number; readonly rate: number; readonly seconds: number },
  extension: string,
  args: readonly string[],
): Bytes {
  const sampleFrames = Math.round(rate * seconds);
  const samples = new Float32Array(sampleFrames * channels);
  const noise = random.from([0, 0.001, 0.1]);
  for (let channel = 0; channel < channels; channel++) {
    const [pitch, other] = [random.between(100, 1500), random.between(100, 3000)];
    for (let frame = 0; frame < sampleFrames; frame++) {
      const time = (2 * Math.PI * frame) / rate;
      const tone = 0.5 * Math.sin(pitch * time) + 0.2 * Math.sin(other * time);
      samples[frame * channels + channel] = tone + noise * (random.below(2001) / 1000 - 1);
    }
  }
  return withTemporaryFile(new Uint8Array(0), `a.${extension}`, (path) => {
    const input = ['-f', 'f32le', '-ar', String(rate), '-ac', String(channels), '-i', 'pipe:0'];
    const command = ['-v', 'error', '-y', ...input, ...args, path];
    const { status, stderr } = spawnSync('ffmpeg', command, { input: Buffer.from(samples.buffer) });
    if (status !== 0) throw new Error(`ffmpeg ${command.join(' ')}: ${stderr}`);
    return new Uint8Array(readFileSync(path));
  });
}

function withSize(riff: Bytes): Bytes {
  new DataView(riff.buffer).setUint32(4, riff.length - 8, true);
  return riff;
}
