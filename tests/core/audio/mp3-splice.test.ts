import { beforeAll, describe, expect, it } from 'vitest';
import { createMp3Decoder } from '#core/audio/mp3/decode-piece.ts';
import { createMp3Encoder } from '#core/audio/mp3/mp3-encoder.ts';
import { LEAD_FRAMES, type Mp3Engine, type Mp3Settings, samplesPerFrame } from '#core/audio/mp3/mp3-settings.ts';
import { type Mp3Run, parseRun, spliceRuns } from '#core/audio/mp3/mp3-splice.ts';
import { OVERLAP_FRAMES } from '#core/audio/wav-to-mp3.ts';
import { platform as inline } from '../../inline-platform.ts';
import { signalToNoise } from './audio-files.ts';

const FRAMES = 330;
const SPLICE_AT = 150;

/** Returns chords with attacks and a noisy drum, so that the encoder's windows and bits change from frame to frame. */
function music(sampleRate: number, length: number): Float32Array<ArrayBuffer>[] {
  let random = 1;
  const noise = () => {
    random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0;
    return random / 2 ** 31 - 1;
  };
  const beat = Math.round(sampleRate * 0.23);
  const left = new Float32Array(length);
  const right = new Float32Array(length);
  for (let n = 0; n < length; n++) {
    const [note, since] = [Math.floor(n / beat), n % beat];
    const tone = (step: number) =>
      Math.sin((2 * Math.PI * 110 * 2 ** ((((note * 7) % 12) + step) / 12) * n) / sampleRate);
    const decay = Math.exp((-6 * since) / beat);
    const drum = note % 2 === 0 ? noise() * Math.exp((-40 * since) / beat) : 0;
    left[n] = 0.2 * decay * (tone(0) + tone(4) + tone(19)) + 0.3 * drum;
    right[n] = 0.2 * decay * (tone(0) + tone(7) + tone(24)) + 0.2 * drum;
  }
  return [left, right];
}

async function encode(
  engine: Mp3Engine,
  settings: Mp3Settings,
  audio: readonly Float32Array[],
  from: number,
  to: number,
): Promise<Mp3Run> {
  const size = samplesPerFrame(settings.sampleRate);
  const encoder = await createMp3Encoder(engine, settings, inline);
  const samples = audio.slice(0, settings.channels).map((channel) => channel.subarray(from * size, to * size));
  return parseRun(new Uint8Array(Buffer.concat([encoder.encode(samples), encoder.finish()])), from);
}

async function decode(bytes: Uint8Array, channel = 0): Promise<Float32Array> {
  const decoder = await createMp3Decoder();
  const { channels } = decoder.decode(bytes);
  decoder.free();
  return channels[channel] as Float32Array;
}

const bytesFrom = ({ bytes, mp3Frames, firstFrame }: Mp3Run, frame: number) =>
  bytes.subarray(mp3Frames[frame - firstFrame]?.at ?? bytes.length);

const cases: [string, Mp3Engine, Mp3Settings][] = [
  ...[64, 128, 192, 320].map((bitrateKbps): [string, Mp3Engine, Mp3Settings] => [
    `${bitrateKbps} kbps`,
    'lame',
    { channels: 2, sampleRate: 44_100, bitrateKbps, vbrQuality: undefined },
  ]),
  ...[0, 2, 5, 9].map((vbrQuality): [string, Mp3Engine, Mp3Settings] => [
    `quality ${vbrQuality}`,
    'lame',
    { channels: 2, sampleRate: 44_100, bitrateKbps: undefined, vbrQuality },
  ]),
  ['32 kbps, MPEG-2, mono', 'lame', { channels: 1, sampleRate: 22_050, bitrateKbps: 32, vbrQuality: undefined }],
  ['quality 5, MPEG-2.5', 'lame', { channels: 2, sampleRate: 8000, bitrateKbps: undefined, vbrQuality: 5 }],
  ['128 kbps, lamejs', 'lamejs', { channels: 2, sampleRate: 44_100, bitrateKbps: 128, vbrQuality: undefined }],
];

describe.each(cases)('when two MP3 encoding runs are joined at %s', (_, engine, settings) => {
  const size = samplesPerFrame(settings.sampleRate);
  const audio = music(settings.sampleRate, FRAMES * size);
  let whole: Mp3Run;
  let joined: Float32Array;
  let single: Float32Array;
  let at: number;

  beforeAll(async () => {
    whole = await encode(engine, settings, audio, 0, FRAMES);
    const first = await encode(engine, settings, audio, 0, SPLICE_AT + OVERLAP_FRAMES + 4);
    const second = await encode(engine, settings, audio, SPLICE_AT - LEAD_FRAMES[engine], FRAMES);
    const splice = spliceRuns(first, second, SPLICE_AT, SPLICE_AT + OVERLAP_FRAMES);
    if (!splice) throw new Error('No splice point');
    at = splice.endFrame;
    joined = await decode(new Uint8Array(Buffer.concat([splice.run.bytes, bytesFrom(second, at)])));
    single = await decode(whole.bytes);
  });

  it('the splice lies in the overlap and changes no frame count', () => {
    expect(at).toBeGreaterThanOrEqual(SPLICE_AT);
    expect(at).toBeLessThan(SPLICE_AT + OVERLAP_FRAMES);
    expect(joined).toHaveLength(single.length);
  });

  it('the frames before the splice equal a single pass, bit for bit', () => {
    const safe = (at - 1) * size;
    expect(Buffer.from(joined.slice(0, safe).buffer).equals(Buffer.from(single.slice(0, safe).buffer))).toBe(true);
  });

  it('the frames at and after the splice are no noisier than a single pass', () => {
    const delay = 1105;
    const noise = (decoded: Float32Array, from: number, to: number) =>
      signalToNoise(
        (audio[0] as Float32Array).subarray(from * size, to * size),
        decoded.subarray(from * size + delay, to * size + delay),
      );
    // Allows lamejs a larger difference from a single pass, because lamejs may choose other windows at each attack.
    const tolerance = engine === 'lame' ? 0.5 : 2;
    // Compares frame by frame across the splice, and the rest of the file as a whole.
    for (let frame = at - 3; frame < at + 6; frame++)
      expect(noise(joined, frame, frame + 1)).toBeGreaterThan(noise(single, frame, frame + 1) - tolerance);
    expect(noise(joined, at, FRAMES - 3)).toBeGreaterThan(noise(single, at, FRAMES - 3) - tolerance / 2);
  });
});
